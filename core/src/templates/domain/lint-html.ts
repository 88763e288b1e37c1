import type { ContentPart } from '../../channels/kind.js'
import { writtenIn } from '../../channels/own-records.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { HtmlToken } from '../../kernel/texts/html-token.js'
import { parseText } from '../../kernel/texts/placeholders.js'
import { elementProblems } from './html-elements.js'
import type { LintedDraft } from './lint-draft.js'
import type { BrokenFieldTest } from './lint-variables.js'
import { attributePlaces, type PlaceRules } from './html-places.js'
import { isLinkType } from './variable-type.js'

/** Parses HTML; undefined if a tag has too many attributes. */
export type ReadHtml = (html: string) => readonly HtmlToken[] | undefined

/** A text in which each placeholder is replaced by letters and digits that occur nowhere else in it. */
interface MarkedText {
  readonly html: string
  /** The indexes of the placeholders in a part of the HTML. */
  placeholdersIn(part: string): readonly number[]
  nameOf(placeholder: number): string
}

const markPlaceholders = (text: string): MarkedText => {
  const pieces = parseText(text)
  const lower = text.toLowerCase()
  let mark = 'zqx'
  while (lower.includes(mark)) mark += 'q'
  const marks = new RegExp(`${mark}(\\d+)z`, 'gi')
  return {
    html: pieces.map((piece, at) => (at % 2 === 1 ? `${mark}${at}z` : piece)).join(''),
    placeholdersIn: (part) => [...part.matchAll(marks)].map(([, at]) => Number(at)),
    nameOf: (placeholder) => pieces[placeholder] ?? '',
  }
}

const WHERE_ALLOWED = 'Variables may only be in text or in attributes with quotes.'

/** The forbidden place of a variable in this token; undefined if variables are allowed there. */
const tokenPlace = (token: HtmlToken): string | undefined => {
  if (token._tag === 'Comment') return 'a comment'
  if (token._tag !== 'Text') return 'the name of an element'
  return token.within === undefined || token.within === 'title' ? undefined : `<${token.within}>`
}

/** Every position of a placeholder, and its problem there. */
const placesIn = (
  token: HtmlToken,
  { placeholdersIn }: MarkedText,
  rules: PlaceRules,
): ReadonlyArray<readonly [placeholder: number, problem: string | undefined]> => {
  const text = token._tag === 'Text' || token._tag === 'Comment' ? token.text : token.name
  const place = tokenPlace(token)
  const problem = place === undefined ? undefined : `is in ${place}. ${WHERE_ALLOWED}`
  return [
    ...placeholdersIn(text).map((one) => [one, problem] as const),
    ...(token._tag === 'StartTag' ? attributePlaces(token.attributes, placeholdersIn, rules) : []),
  ]
}

const partProblems = (
  { field, text }: ContentPart,
  isLink: (name: string) => boolean,
  read: ReadHtml,
): readonly FieldProblem[] => {
  const marked = markPlaceholders(text)
  const tokens = read(marked.html)
  if (tokens === undefined) return [bodyProblem(field, 'format', 'An element has too many attributes.')]
  const { nameOf } = marked
  const rules = { isLink: (placeholder: number) => isLink(nameOf(placeholder)) }
  const places = tokens.flatMap((token) => placesIn(token, marked, rules))
  const seen = new Set(places.map(([placeholder]) => placeholder))
  const dropped = marked.placeholdersIn(marked.html).filter((one) => !seen.has(one))
  const sentences = [
    ...tokens.flatMap(elementProblems),
    ...places.flatMap(([one, problem]) =>
      problem === undefined ? [] : [`The variable \`${nameOf(one)}\` ${problem}`],
    ),
    ...dropped.map((one) => `The variable \`${nameOf(one)}\` is where browsers drop it. ${WHERE_ALLOWED}`),
  ]
  return [...new Set(sentences)].map((sentence) => bodyProblem(field, 'not_allowed', sentence))
}

/**
 * The problems of a draft's HTML (docs/api/templates#html-in-templates). Elements that run code, load
 * documents or submit something aren't allowed. Variables are allowed only in text and quoted attributes, and
 * in links only with a link type. Parts in `isBroken` are skipped.
 */
export const lintHtml = (
  { content, variables }: LintedDraft,
  read: ReadHtml,
  isBroken: BrokenFieldTest = () => false,
): readonly FieldProblem[] => {
  const links = new Set(variables.filter(({ type }) => isLinkType(type)).map(({ name }) => name))
  const isLink = isBroken('/variables') ? () => true : (name: string) => links.has(name)
  return writtenIn(content)
    .parts.filter(
      ({ isHtml, field, text, maxLength }) => isHtml && !isBroken(field) && text.length <= 2 * maxLength,
    )
    .flatMap((part) => partProblems(part, isLink, read))
}
