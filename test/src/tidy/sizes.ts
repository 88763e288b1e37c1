import ts from 'typescript'
import { eachNode, parse, type SourceFile } from '../architecture/source-files.js'
import { lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

const maxFileLines = 400
const maxFunctionLines = 60

const isFunctionWithBody = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

const span = (file: ts.SourceFile, node: ts.Node): number =>
  file.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - lineOf(file, node)

/** The lines of a function without those of functions inside it, which is the rest of a mocha suite. */
const ownSpan = (file: ts.SourceFile, node: ts.Node): number => {
  let inner = 0
  const visit = (child: ts.Node): void => {
    if (isFunctionWithBody(child)) inner += span(file, child)
    else ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return span(file, node) - inner
}

/** The start of a generated file. */
const written = '// Written by `npm run fix`'

/**
 * Finds files and functions that are too long for one view. Generated files don't count. In tests and kits a
 * function counts without those inside it, because suites nest.
 */
export const tooLarge = (source: SourceFile): Finding[] => {
  const lines = source.text.trimEnd().split('\n').length
  const findings: Finding[] =
    lines > maxFileLines && !source.text.startsWith(written)
      ? [
          {
            path: source.path,
            problem: `has ${lines} lines, more than ${maxFileLines}: does it have one subject?`,
          },
        ]
      : []
  const file = parse(source)
  const measure = /^(test|bench|embedding\/conformance)\//.test(source.path) ? ownSpan : span
  eachNode(file, (node) => {
    if (!isFunctionWithBody(node)) return
    const size = measure(file, node)
    if (size > maxFunctionLines)
      findings.push({
        path: source.path,
        line: lineOf(file, node),
        problem: `a function of ${size} lines, more than ${maxFunctionLines}`,
      })
  })
  return findings
}
