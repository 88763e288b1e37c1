import ts from 'typescript'
import { eachNode, parse, type SourceFile } from '../architecture/source-files.js'
import { lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

const impureMembers = new Set(['Date.now', 'Math.random'])
const impureGlobals = new Set([
  'process',
  'globalThis',
  'console',
  'performance',
  'crypto',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
])

const isDateWithoutTime = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  node.expression.getText() === 'Date' &&
  (node.arguments ?? []).length === 0

const impure = (node: ts.Node): string | undefined => {
  if (isDateWithoutTime(node)) return 'the time of now'
  if (ts.isPropertyAccessExpression(node) && impureMembers.has(node.getText())) return node.getText()
  if (!ts.isPropertyAccessExpression(node) && !ts.isCallExpression(node)) return undefined
  return ts.isIdentifier(node.expression) && impureGlobals.has(node.expression.text)
    ? node.expression.text
    : undefined
}

/** Finds time, randomness, timers and the process. The core gets them as arguments or through ports. */
export const impurities = (source: SourceFile): Finding[] => {
  const file = parse(source)
  const findings: Finding[] = []
  eachNode(file, (node) => {
    const what = impure(node)
    if (what === undefined) return
    findings.push({
      path: source.path,
      line: lineOf(file, node),
      problem: `the core knows nothing of ${what}`,
    })
  })
  return findings
}
