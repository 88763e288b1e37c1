import ts from 'typescript'
import type { Finding } from '../tidy/finding.js'
import { lineOf } from '../tidy/exported-names.js'
import { eachNode, parse, type SourceFile } from './source-files.js'

/** A file or a folder that can decide by a channel's name. */
export interface Exception {
  readonly path: string
  readonly because: string
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])

const literalText = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) ? node.text : undefined

const keyText = ({ name }: ts.NamedDeclaration): string | undefined =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined

/** The property names of an object, of a type, or of a choice of texts. */
const namesIn = (node: ts.Node): readonly string[] => {
  const members = ts.isObjectLiteralExpression(node)
    ? node.properties
    : ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node)
      ? node.members
      : []
  const chosen = ts.isUnionTypeNode(node) ? node.types : []
  return [
    ...members.flatMap((member) => keyText(member) ?? []),
    ...chosen.flatMap((type) => (ts.isLiteralTypeNode(type) ? (literalText(type.literal) ?? []) : [])),
  ]
}

/** Returns what a node decides by the names of channels, or undefined. */
const decisionOf = (node: ts.Node, channels: ReadonlySet<string>): string | undefined => {
  const isName = (one: ts.Node): boolean => channels.has(literalText(one) ?? '')
  if (ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind))
    return isName(node.left) || isName(node.right) ? 'a comparison' : undefined
  if (ts.isCaseClause(node)) return isName(node.expression) ? 'a case' : undefined
  // A single name may have another meaning: people have an email too.
  const named = new Set(namesIn(node).filter((name) => channels.has(name)))
  return named.size > 1 ? 'a table or a choice' : undefined
}

/** Finds decisions by the name of a channel, which belong in the channel's own code. */
export const decisionsByName = (source: SourceFile, channels: ReadonlySet<string>): Finding[] => {
  const file = parse(source)
  const findings: Finding[] = []
  eachNode(file, (node) => {
    const what = decisionOf(node, channels)
    if (what === undefined) return
    findings.push({
      path: source.path,
      line: lineOf(file, node),
      problem: `${what} by the names of channels: ask the channel's kind`,
    })
  })
  return findings
}

/** Whether the file is an exception. */
export const isExcepted = ({ path }: Pick<Finding, 'path'>, exceptions: readonly Exception[]): boolean =>
  exceptions.some((one) => path === one.path || path.startsWith(`${one.path}/`))
