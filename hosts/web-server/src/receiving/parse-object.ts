import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { bodyProblem } from '@postrider/core/kernel/refusals/body-problem'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import secureJson from 'secure-json-parse'
import { surveyJson } from './survey-json.js'

/** A parsed body. */
export interface ParsedObject {
  readonly value: object
  /** Names that occur more than once in their object, so it is unclear which value was meant. */
  readonly repeated: readonly FieldProblem[]
}

/**
 * Why the bytes aren't an object, in a sentence that quotes none of them; undefined if there is nothing to
 * add.
 */
export type NoObject = string | undefined

const NO_UTF8 = 'The request body is not UTF-8.'

const NOTHING_REPEATED: readonly FieldProblem[] = []

/** The number of members of all objects in a value, nested ones included. */
const membersOf = (value: object): number => {
  let members = 0
  const parts = value as Readonly<Record<string, unknown>>
  // The values come from JSON.parse, so all enumerable properties are own ones. Enumerating copies nothing.
  for (const name in parts) {
    const part = parts[name]
    members += 1
    if (typeof part === 'object' && part !== null) members += membersOf(part)
  }
  return Array.isArray(value) ? members - value.length : members
}

const repeatedIn = (text: string): readonly FieldProblem[] =>
  surveyJson(text).repeated.map((field) =>
    bodyProblem(field, 'not_allowed', 'This field occurs more than once. Remove all but one.'),
  )

/**
 * Counts the characters between two places of a text; a surrogate pair is one. Copies nothing, as the text
 * may be megabytes.
 */
const countCharacters = (text: string, from: number, to: number): number => {
  let characters = 0
  for (let at = from; at < to; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) characters += 1
  return characters
}

/** Lines and columns as editors count them: from 1, in characters. */
const placeIn = (text: string, at: number): string => {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return `line ${line}, column ${countCharacters(text, start, at) + 1}`
}

const reasonOf = (text: string): NoObject => {
  const { brokenAt } = surveyJson(text)
  if (brokenAt === undefined || text.trim() === '') return undefined
  if (brokenAt >= text.length) return 'The request body is not JSON: it ends too early.'
  return `The request body is not JSON: see ${placeIn(text, brokenAt)}.`
}

/** A parsed value as a body. */
const objectOf = (value: unknown, members: number, text: string): E.Either<NoObject, ParsedObject> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return E.left(undefined)
  return E.right({ value, repeated: membersOf(value) === members ? NOTHING_REPEATED : repeatedIn(text) })
}

/**
 * Parses the bytes as a JSON object with this many written members. Left: they aren't UTF-8, JSON or an
 * object, or the object would change prototypes (`__proto__`, `constructor.prototype`), which
 * docs/api/conventions#request-bodies treats the same. JSON.parse takes the last of two values with one name.
 * The object then has fewer members than were written, which shows it at the cost of counting.
 */
export const parseObject = (bytes: Buffer, members: number): E.Either<NoObject, ParsedObject> => {
  if (!isUtf8(bytes)) return E.left(NO_UTF8)
  const text = bytes.toString('utf8')
  try {
    return objectOf(secureJson.parse(text), members, text)
  } catch {
    return E.left(reasonOf(text))
  }
}

/** The text of UTF-8 bytes, read in slices. */
const textInSlices = async (
  bytes: Buffer,
  sliceBytes: number,
  rest: () => Promise<unknown>,
): Promise<string> => {
  const decoder = new StringDecoder('utf8')
  let text = ''
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    text += decoder.write(bytes.subarray(at, at + sliceBytes))
    await rest()
  }
  return text + decoder.end()
}

/** Does the same as `parseObject` for a long body, in steps. Other work runs in `rest` between them. */
export const parseInSlices = async (
  bytes: Buffer,
  members: number,
  sliceBytes: number,
  rest: () => Promise<unknown>,
): Promise<E.Either<NoObject, ParsedObject>> => {
  if (!isUtf8(bytes)) return E.left(NO_UTF8)
  const text = await textInSlices(bytes, sliceBytes, rest)
  try {
    // Omits a byte order mark, as secureJson.parse does.
    const value: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
    await rest()
    // Checks the names only, because values may be megabytes.
    if (typeof value === 'object' && value !== null) secureJson.scan(value)
    return objectOf(value, members, text)
  } catch {
    return E.left(reasonOf(text))
  }
}
