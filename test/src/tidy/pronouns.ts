import ts from 'typescript'
import { parse, type SourceFile } from '../architecture/source-files.js'
import type { Finding } from './finding.js'

const GENDERED = /\b(he|him|his|himself|she|her|hers|herself)\b/gi

interface Passage {
  readonly at: number
  readonly text: string
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node)

/** The comments and texts of a program, each once. */
const passagesIn = (source: SourceFile): Passage[] => {
  const file = parse(source)
  const ends = new Map<number, number>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(source.text, node.pos) ?? []) ends.set(pos, end)
    for (const { pos, end } of ts.getTrailingCommentRanges(source.text, node.end) ?? []) ends.set(pos, end)
    if (isText(node)) ends.set(node.getStart(file), node.end)
    // Including commas and brackets, which are children but not nodes of the tree.
    node.getChildren(file).forEach(visit)
  }
  visit(file)
  return [...ends].map(([at, end]) => ({ at, text: source.text.slice(at, end) }))
}

const quoted = /```[\s\S]*?```|`[^`\n]*`/g

const proseIn = (source: SourceFile): Passage[] =>
  /\.(ts|tsx|mjs)$/.test(source.path)
    ? passagesIn(source)
    : [{ at: 0, text: source.text.replace(quoted, (code) => code.replace(/[^\n]/g, ' ')) }]

/** Finds gendered words in comments, texts and pages. People are "they", programs "it". */
export const genderedWords = (source: SourceFile): Finding[] => {
  // Few files have one, and separating their comments and texts takes most of the time.
  if (source.text.search(GENDERED) < 0) return []
  return proseIn(source).flatMap(({ at, text }) =>
    [...text.matchAll(GENDERED)].map((match) => ({
      path: source.path,
      line: source.text.slice(0, at + match.index).split('\n').length,
      problem: `"${match[0]}": people are "they", programs "it"`,
    })),
  )
}
