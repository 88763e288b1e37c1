import type { QueryStrings } from '@postrider/core/kernel/codecs/compile-query'

/** What comes after the first `?` of a request target; empty where there is none. */
export const queryStringOf = (target: string): string => {
  const start = target.indexOf('?')
  return start < 0 ? '' : target.slice(start + 1)
}

/**
 * Reads a query string as forms write it: `+` is a space, a parameter given twice is a list. Undefined where the
 * percent-encoding is broken or does not spell UTF-8: guessing would change what was asked for.
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
