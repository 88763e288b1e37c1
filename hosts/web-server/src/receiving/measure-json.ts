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
 * The maximum number of members and elements in a body (docs/api/limits#limits). The widest body that a route
 * accepts has about 17,000: the routing of ten provider accounts with 200 prefixes and 500 prices each.
 */
export const MOST_PARTS = 20_000

/** The position in a text that is being measured, and the results so far. */
interface Measuring {
  at: number
  depth: number
  members: number
  parts: number
  inString: boolean
}

/** Measures up to `end`; undefined if the text is within its bounds so far. */
const measureTo = (
  found: Measuring,
  bytes: Uint8Array,
  end: number,
  maxDepth: number,
): typeof TOO_DEEP | typeof TOO_WIDE | undefined => {
  let { at, depth, members, parts, inString } = found
  for (; at < end; at += 1) {
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
  found.at = at
  found.depth = depth
  found.members = members
  found.parts = parts
  found.inString = inString
  return undefined
}

const startMeasuring = (): Measuring => ({ at: 0, depth: 0, members: 0, parts: 0, inString: false })

/**
 * Returns how many members all the objects of JSON text are written with, `TOO_DEEP` if it nests deeper than `maxDepth`, or
 * `TOO_WIDE` if it has more parts than `MOST_PARTS`. One flat pass over the bytes finds this before anything parses them
 * (docs/promises#hostile-json). For text that isn't JSON the number means nothing. Each comma, colon and opening bracket is
 * counted as a part, so the count is never less than that of members and elements. UTF-8 has none of these bytes inside a
 * character.
 */
export const measureJson = (bytes: Uint8Array, maxDepth: number): number => {
  const found = startMeasuring()
  return measureTo(found, bytes, bytes.length, maxDepth) ?? found.members
}

/**
 * Does the same as `measureJson` for a long text, in slices of `sliceBytes`. Other work runs in `rest`
 * between them.
 */
export const measureInSlices = async (
  bytes: Uint8Array,
  maxDepth: number,
  sliceBytes: number,
  rest: () => Promise<unknown>,
): Promise<number> => {
  const found = startMeasuring()
  while (found.at < bytes.length) {
    const end = Math.min(found.at + sliceBytes, bytes.length)
    const problem = measureTo(found, bytes, end, maxDepth)
    if (problem !== undefined) return problem
    await rest()
  }
  return found.members
}
