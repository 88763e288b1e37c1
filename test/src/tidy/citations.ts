import { posix } from 'node:path'
import type { SourceFile } from '../architecture/source-files.js'
import type { Finding } from './finding.js'
import { anchorsOf, withoutCode } from './headings.js'

/** The targets of citations: every path of the repository, and the anchors of every page. */
export interface Library {
  isThere(path: string): boolean
  /** The page of a decision by its number. */
  decision(number: string): string | undefined
  /** Undefined if there is no such page. */
  anchors(page: string): readonly string[] | undefined
}

/** A library of these paths and pages. */
export const libraryOf = (paths: readonly string[], pages: readonly SourceFile[]): Library => {
  const there = new Set(
    paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
  )
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]))
  return {
    isThere: (path) => there.has(path.replace(/\/$/, '')),
    decision: (number) => paths.find((path) => path.startsWith(`docs/decisions/${number}-`)),
    anchors: (page) => anchors.get(page),
  }
}

interface Met {
  readonly line: number
  readonly match: RegExpMatchArray
}

const meet = (text: string, pattern: RegExp): readonly Met[] =>
  [...text.matchAll(pattern)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    match,
  }))

const NUMBERED = /^docs\/decisions\/(\d{4})$/

/** Returns why a page and its heading can't be found, or undefined. */
const missing = (library: Library, cited: string, anchor: string | undefined): string | undefined => {
  const [, number] = NUMBERED.exec(cited) ?? []
  const page = number === undefined ? `${cited}.md` : (library.decision(number) ?? '')
  const anchors = library.anchors(page)
  if (anchors === undefined)
    return anchor === undefined && library.isThere(cited) ? undefined : 'there is no such page'
  return anchor === undefined || anchors.includes(anchor) ? undefined : 'the page has no such heading'
}

/**
 * `docs/<page>` and `docs/<page>#<anchor>`, with or without `.md`. Another ending means an address or a file.
 */
const CITATION = /(?<![\w/.-])(docs\/[\w-]+(?:\/[\w-]+)*)(\.md)?(?:#([\w-]+))?(?![\w/-]|\.\w)/g
const COMMENT = /^\s*(\/\*\*|\*|\/\/)/
const TOO_LONG = 'comments cite a page without its ending, a decision by its number'

/**
 * Finds citations of missing pages and headings, and in comments of code those that are longer than needed.
 */
export const brokenCitations = ({ path, text }: SourceFile, library: Library): Finding[] => {
  const lines = text.split('\n')
  const isCode = /\.(ts|tsx|mjs|cjs)$/.test(path)
  return meet(text, CITATION).flatMap(({ line, match }) => {
    const [citation, cited = '', ending, anchor] = match
    const isLong = ending !== undefined || /\/\d{4}-/.test(cited)
    const problem =
      missing(library, cited, anchor) ??
      (isCode && isLong && COMMENT.test(lines[line - 1] ?? '') ? TOO_LONG : undefined)
    return problem === undefined ? [] : [{ path, line, problem: `${citation}: ${problem}` }]
  })
}

const LINK = /\[(?:[^[\]]|\[[^\]]*\])*\]\(([^()\s]+)(?: "[^"]*")?\)/g

/** Finds links of a page to missing files, pages and headings. */
export const brokenLinks = ({ path, text }: SourceFile, library: Library): Finding[] =>
  meet(withoutCode(text), LINK).flatMap(({ line, match: [, target = ''] }) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', anchor] = target.split('#')
    const led = file === '' ? path : posix.join(posix.dirname(path), file)
    if (!library.isThere(led)) return [{ path, line, problem: `${target}: there is no such file` }]
    const isHeading = anchor === undefined || library.anchors(led)?.includes(anchor)
    return isHeading === true ? [] : [{ path, line, problem: `${target}: the page has no such heading` }]
  })

/** A space, or the end of a comment's line and the start of the next. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|\/\/|#)?[ \t]*)`
const OLD = new RegExp(
  String.raw`\b(?:(?:decisions|specification)${GAP}\d|(?:reliability|performance)${GAP}(?:[A-Z]-?)?\d)[\d.]*`,
  'g',
)

/** Finds citations by number of documents that aren't here. */
export const oldCitations = ({ path, text }: SourceFile): Finding[] =>
  meet(text, OLD).map(({ line, match: [citation] }) => ({
    path,
    line,
    problem: `${citation.replaceAll(/\s+/g, ' ')} is cited by a number: cite a page below docs/`,
  }))
