/**
 * Characters that turn the direction of what follows, or hide in a text: somebody else's text could make ours read
 * otherwise.
 */
const DISGUISES = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

const LINES = new Set(['\n', '\r', '\t'])

const named = (one: string): string =>
  LINES.has(one) ? one : `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Somebody else's text as it is shown: characters that disguise are named by their code. */
export const shownText = (text: string): string => text.replace(DISGUISES, named)

/** An identifier cut in the middle: its kind and the last six characters, by which it differs. */
export const shortId = (id: string): string => {
  const at = id.indexOf('_')
  if (at === -1 || id.length - at < 16) return id
  return `${id.slice(0, at + 6)}…${id.slice(-6)}`
}

/** A name in small letters with spaces, as people read it: `internal_review` is "internal review". */
export const plainWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replaceAll('.', ': ')
    .toLowerCase()

/** With a capital at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const counts = new Map<string, Intl.NumberFormat>()

/** A count, grouped as the reader does it. */
export const countText = (count: number, locale?: string): string => {
  const format = counts.get(locale ?? '') ?? new Intl.NumberFormat(locale)
  counts.set(locale ?? '', format)
  return format.format(count)
}
