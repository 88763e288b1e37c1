import ts from 'typescript'
import { eachNode, parse, type SourceFile } from '../architecture/source-files.js'
import { lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

/** Functions with any number of arguments. */
const VARIADIC = /(^|\.)(push|unshift|splice|concat|max|min|fromCharCode|fromCodePoint|of|apply)$/

/** A list with a visible length: it is written out, or is a constant in capitals. */
const isBounded = (list: ts.Expression): boolean =>
  (ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isSpreadElement)) ||
  (ts.isIdentifier(list) && /^[A-Z][A-Z0-9_]*$/.test(list.text))

/**
 * Finds lists that are spread into the arguments of a call without a visible limit of their length. A call
 * with some 100,000 arguments ends with "Maximum call stack size exceeded".
 */
export const unboundedSpreads = (source: SourceFile): Finding[] => {
  const file = parse(source)
  const findings: Finding[] = []
  eachNode(file, (node) => {
    if (!ts.isCallExpression(node) || !VARIADIC.test(node.expression.getText(file))) return
    for (const argument of node.arguments)
      if (ts.isSpreadElement(argument) && !isBounded(argument.expression))
        findings.push({
          path: source.path,
          line: lineOf(file, argument),
          problem: `${argument.getText(file)} may be too long for arguments: use a loop, greatestOf or leastOf`,
        })
  })
  return findings
}
