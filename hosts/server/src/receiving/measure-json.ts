const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The answer for text that nests deeper than it may. */
export const TOO_DEEP = -1

/**
 * How many members all the objects of JSON text are written with, or `TOO_DEEP` where it nests deeper than `maxDepth`; found
 * in one flat pass over its bytes, before anything recursive sees it (docs/promises#hostile-json). Of text that is
 * no JSON it may say anything. UTF-8 has none of these bytes inside a character.
 */
export const measureJson = (bytes: Uint8Array, maxDepth: number): number => {
  let depth = 0
  let members = 0
  let inString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (inString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === COLON) members += 1
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1
      if (depth > maxDepth) return TOO_DEEP
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1
  }
  return members
}
