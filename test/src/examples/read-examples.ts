import ts from 'typescript'
import { eachNode, parse, type SourceFile } from '../architecture/source-files.js'
import { readBlocks } from '../readme/read-blocks.js'

/** A piece of TypeScript that a reader can copy. */
export interface Example {
  readonly path: string
  /** The line of its first text, counted from 1. */
  readonly line: number
  readonly text: string
}

/** The blocks of a page that are marked `ts`. */
export const examplesOfPage = ({ path, text }: SourceFile): readonly Example[] =>
  readBlocks(text)
    .filter(({ language }) => language === 'ts')
    .map((block) => ({ path, line: block.line, text: block.text }))

const TAG = /^\s*\*\s*@example\s*$/
const FENCE = /^\s*\*\s*```(?:ts)?\s*$/
const MARGIN = /^\s*\* ?/

/** The code between the fences below each `@example` of a docstring, without the margin. */
const blocksOf = (docstring: string): readonly { readonly at: number; readonly text: string }[] => {
  const lines = docstring.split('\n')
  return lines.flatMap((line, index) => {
    if (!TAG.test(line) || !FENCE.test(lines[index + 1] ?? '')) return []
    const first = index + 2
    const length = lines.slice(first).findIndex((later) => FENCE.test(later))
    const text = lines.slice(first, first + length).map((each) => each.replace(MARGIN, ''))
    return [{ at: first, text: text.join('\n') }]
  })
}

interface Docstring {
  /** The name that the docstring is for, or undefined. */
  readonly name: string | undefined
  readonly examples: readonly Example[]
}

const nameOf = (node: ts.Node): string | undefined => {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.name.getText()
  return (node as ts.NamedDeclaration).name?.getText()
}

/** Names of a node itself, not of its parent. */
const docstringsOf = (node: ts.Node): readonly ts.JSDoc[] =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .filter(({ parent }) => parent === node)

/** The docstrings of a file that have an `@example`, by their names. */
export const docstringsIn = (source: SourceFile): readonly Docstring[] => {
  if (!source.text.includes('@example')) return []
  const file = parse(source)
  const docstrings: Docstring[] = []
  eachNode(file, (node) => {
    for (const docstring of docstringsOf(node)) {
      const firstLine = file.getLineAndCharacterOfPosition(docstring.getStart()).line + 1
      const examples = blocksOf(docstring.getText()).map(({ at, text }) => ({
        path: source.path,
        line: firstLine + at,
        text,
      }))
      if (examples.length > 0) docstrings.push({ name: nameOf(node), examples })
    }
  })
  return docstrings
}
