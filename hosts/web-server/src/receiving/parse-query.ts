import type { QueryStrings } from '@postrider/core/kernel/codecs/compile-query'

/** The part after the first `?` of a request target; empty if there is none. */
export const queryStringOf = (target: string): string => {
  const start = target.indexOf('?')
  return start < 0 ? '' : target.slice(start + 1)
}

/**
 * Parses a query string as forms write it: `+` is a space, and a repeated parameter is a list. Undefined if
 * the percent-encoding is broken or isn't UTF-8: guessing would change the query.
 */
export const parseQuery = (text: string): QueryStrings | undefined => {
  const read: Record<string, string | readonly string[]> = Object.create(null) as Record<string, never>
  try {
    for (const piece of text.split('&')) {
      if (piece === '') continue
      const split = piece.indexOf('=')
      const name = decoded(split < 0 ? piece : piece.slice(0, split))
      const value = split < 0 ? '' : decoded(piece.slice(split + 1))
      const before = read[name]
      read[name] =
        before === undefined ? value : typeof before === 'string' ? [before, value] : [...before, value]
    }
  } catch {
    return undefined
  }
  return read
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
