import ts from 'typescript'
import { parse, type SourceFile } from '../architecture/source-files.js'
import { exportedNames, isFunction, lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

const hasDocstring = (node: ts.Node): boolean => ts.getJSDocCommentsAndTags(node).some(ts.isJSDoc)

const isFunctionMember = (member: ts.TypeElement): boolean =>
  ts.isMethodSignature(member) ||
  (ts.isPropertySignature(member) && member.type !== undefined && ts.isFunctionTypeNode(member.type))

const needsOne = (declaration: ts.Node, isPort: boolean): ts.Node[] => {
  if (isFunction(declaration)) return [declaration]
  if (!isPort || !ts.isInterfaceDeclaration(declaration)) return []
  return declaration.members.filter(isFunctionMember)
}

const nameOf = (node: ts.Node): string => {
  const { name } = node as ts.NamedDeclaration
  return name === undefined ? 'a function' : name.getText()
}

/** Finds public functions, and the functions of a port, without a docstring. */
export const missingDocstrings = (source: SourceFile): Finding[] => {
  const file = parse(source)
  const isPort = /^core\/src\/[a-z]+\/ports\//.test(source.path)
  return exportedNames(file)
    .flatMap(({ declaration }) => needsOne(declaration, isPort))
    .filter((node) => !hasDocstring(node))
    .map((node) => ({
      path: source.path,
      line: lineOf(file, node),
      problem: `${nameOf(node)} is public and has no docstring`,
    }))
}
