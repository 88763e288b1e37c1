import { MAX_FAULTS, pointerTo } from '@postrider/core/kernel/codecs/fault'

/** Facts about a text that JSON.parse doesn't return. */
export interface JsonChecks {
  /**
   * The position of the first JSON error, in UTF-16 units; the text's length if it ends too early, undefined
   * if it is valid JSON.
   */
  readonly brokenAt: number | undefined
  /** The JSON Pointers of names that occur more than once in their object, each once, at most fifty. */
  readonly repeated: readonly string[]
}

interface Walk {
  readonly text: string
  at: number
  readonly path: string[]
  readonly repeated: Set<string>
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Moves past a match of the pattern; returns false and doesn't move if it doesn't match here. */
const skip = (walk: Walk, pattern: RegExp): boolean => {
  pattern.lastIndex = walk.at
  if (!pattern.test(walk.text)) return false
  walk.at = pattern.lastIndex
  return true
}

const take = (walk: Walk, character: string): boolean => {
  skip(walk, SPACE)
  if (walk.text[walk.at] !== character) return false
  walk.at += 1
  return true
}

const skipString = (walk: Walk): boolean => {
  if (!take(walk, '"')) return false
  for (;;) {
    const unit = walk.text.charCodeAt(walk.at)
    if (unit === 0x5c) {
      if (!skip(walk, ESCAPE)) return false
    } else if (unit >= 0x20) walk.at += 1
    else return false
    if (unit === 0x22) return true
  }
}

const skipMembers = (walk: Walk): boolean => {
  const names = new Set<string>()
  do {
    skip(walk, SPACE)
    const start = walk.at
    if (!skipString(walk)) return false
    const name = JSON.parse(walk.text.slice(start, walk.at)) as string
    walk.path.push(pointerTo(name))
    if (names.has(name) && walk.repeated.size < MAX_FAULTS) walk.repeated.add(walk.path.join(''))
    names.add(name)
    if (!take(walk, ':') || !skipValue(walk)) return false
    walk.path.pop()
  } while (take(walk, ','))
  return take(walk, '}')
}

const skipItems = (walk: Walk): boolean => {
  let place = 0
  do {
    walk.path.push(`/${place}`)
    if (!skipValue(walk)) return false
    walk.path.pop()
    place += 1
  } while (take(walk, ','))
  return take(walk, ']')
}

const skipValue = (walk: Walk): boolean => {
  if (take(walk, '{')) return take(walk, '}') || skipMembers(walk)
  if (take(walk, '[')) return take(walk, ']') || skipItems(walk)
  return walk.text[walk.at] === '"' ? skipString(walk) : skip(walk, SCALAR)
}

/**
 * Walks through a rejected text to find the position and reason of the error: thorough and slow, but in
 * linear time. It recurses as deep as the text nests, so the text is measured first.
 */
export const surveyJson = (text: string): JsonChecks => {
  const walk: Walk = { text, at: 0, path: [], repeated: new Set() }
  const isValue = skipValue(walk)
  if (isValue) skip(walk, SPACE)
  const isJson = isValue && walk.at === text.length
  return { brokenAt: isJson ? undefined : walk.at, repeated: isJson ? [...walk.repeated] : [] }
}
