const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The result for text that nests deeper than it may. */
export const TOO_DEEP = -1

/** The result for text with more parts than {@link MOST_PARTS}. */
export const TOO_WIDE = -2

/**
 * The most members and elements that a body has in all (docs/contract#limits). The widest body that a route accepts has
 * about 17,000: the routing of ten provider accounts with 200 prefixes and 500 prices each.
 */
export const MOST_PARTS = 20_000

/**
 * Returns how many members all the objects of JSON text are written with, `TOO_DEEP` if it nests deeper than `maxDepth`, or
 * `TOO_WIDE` if it has more parts than `MOST_PARTS`. One flat pass over the bytes finds this before anything parses them
 * (docs/promises#hostile-json). For text that isn't JSON the number means nothing. Each comma, colon and opening bracket is
 * counted as a part, so the count is never less than that of members and elements. UTF-8 has none of these bytes inside a
 * character.
 */
export const measureJson = (bytes: Uint8Array, maxDepth: number): number => {
  let depth = 0
  let members = 0
  let parts = 0
  let inString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (inString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === COLON) members += 1
    else if (byte === COMMA) {
      parts += 1
      if (parts > MOST_PARTS) return TOO_WIDE
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1
      parts += 1
      if (depth > maxDepth) return TOO_DEEP
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1
  }
  return members
}
