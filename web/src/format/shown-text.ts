/**
 * Characters that change the text direction or are invisible. In a customer's text they could make our own
 * text read differently.
 */
const DISGUISES = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

const LINES = new Set(['\n', '\r', '\t'])

const named = (one: string): string =>
  LINES.has(one) ? one : `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Scripts whose spelling uses joining characters (U+200C, U+200D). */
const JOINED =
  'Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
const LETTER = `[${JOINED.split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}]`
/** Viramas: a joining character after one shapes the consonant, even at the end of a word. */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2\\u1b44\\ua9c0]'
/** A pictograph, with its color and skin tone. */
const PICTURE = '\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]*'

/**
 * Joining characters between letters of these scripts, and between the pictographs of one emoji. Between
 * other letters they have no visible effect and can only disguise text, so their codes are shown.
 */
const JOININGS = new RegExp(
  `(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})|(?<=${VIRAMA})[\\u200c\\u200d]|(?<=${PICTURE})\\u200d(?=${PICTURE})`,
  'gu',
)

/** A customer's text as it is displayed. Characters that can disguise text are replaced with their codes. */
export const shownText = (text: string): string => {
  const joined = new Set(Array.from(text.matchAll(JOININGS), ({ index }) => index))
  return text.replace(DISGUISES, (one, at: number) => (joined.has(at) ? one : named(one)))
}

/** An identifier cut in the middle: its kind and the last six characters, which tell it apart. */
export const shortId = (id: string): string => {
  const at = id.indexOf('_')
  if (at === -1 || id.length - at < 16) return id
  return `${id.slice(0, at + 6)}…${id.slice(-6)}`
}

/** A masked number with its calling code before the hidden part: `+44********0003` is "+44 ····0003". */
export const shownRecipient = (to: string): string =>
  to.replace(/^\+\*+/, '····').replace(/^(\+\d+)\*+/, '$1 ····')

/** A name in lower case with spaces: `internal_review` is "internal review". */
export const plainWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replaceAll('.', ': ')
    .toLowerCase()

/** The text with a capital first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const counts = new Map<string, Intl.NumberFormat>()

/** A count, grouped for the reader's locale. */
export const countText = (count: number, locale?: string): string => {
  const format = counts.get(locale ?? '') ?? new Intl.NumberFormat(locale)
  counts.set(locale ?? '', format)
  return format.format(count)
}
