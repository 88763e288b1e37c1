/** A piece of a text in a comparison: in both texts, or only in this one. */
export interface WordSlice {
  readonly text: string
  readonly isShared: boolean
}

/** A word-by-word comparison of two texts. In each, the words that the other lacks are marked. */
export interface WordComparison {
  readonly before: readonly WordSlice[]
  readonly after: readonly WordSlice[]
  readonly removed: number
  readonly added: number
}

/** Above this number of word pairs, texts are compared as a whole, so that the browser stays responsive. */
const MOST_PAIRS = 4_000_000

const wordsIn = (text: string): readonly string[] =>
  text.match(/\{\{\w+\}\}|\s+|[\p{L}\p{N}_]+|[^\s]/gu) ?? []

const isSpace = (word: string): boolean => /^\s+$/.test(word)

/** The length of the longest common subsequence of the remaining words, for each pair of positions. */
const lengths = (one: readonly string[], other: readonly string[]): Uint32Array => {
  const width = other.length + 1
  const table = new Uint32Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      table[i * width + j] =
        one[i] === other[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0)
  return table
}

const pushed = (slices: WordSlice[], text: string, isShared: boolean): void => {
  const last = slices.at(-1)
  if (last?.isShared === isShared) slices[slices.length - 1] = { text: last.text + text, isShared }
  else slices.push({ text, isShared })
}

const whole = (before: string, after: string): WordComparison => ({
  before: before === '' ? [] : [{ text: before, isShared: false }],
  after: after === '' ? [] : [{ text: after, isShared: false }],
  removed: wordsIn(before).filter((word) => !isSpace(word)).length,
  added: wordsIn(after).filter((word) => !isSpace(word)).length,
})

/** Compares two texts word by word. A placeholder counts as one word. */
export const compareWords = (before: string, after: string): WordComparison => {
  const one = wordsIn(before)
  const other = wordsIn(after)
  if (one.length * other.length > MOST_PAIRS) return whole(before, after)
  const table = lengths(one, other)
  const width = other.length + 1
  const result = { before: [] as WordSlice[], after: [] as WordSlice[], removed: 0, added: 0 }
  let i = 0
  let j = 0
  while (i < one.length || j < other.length) {
    const [left, right] = [one[i], other[j]]
    if (left !== undefined && left === right) {
      pushed(result.before, left, true)
      pushed(result.after, left, true)
      i += 1
      j += 1
    } else if (
      right === undefined ||
      (left !== undefined && (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))
    ) {
      pushed(result.before, left ?? '', false)
      if (!isSpace(left ?? '')) result.removed += 1
      i += 1
    } else {
      pushed(result.after, right, false)
      if (!isSpace(right)) result.added += 1
      j += 1
    }
  }
  return result
}
