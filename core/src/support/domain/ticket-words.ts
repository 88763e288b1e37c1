/** The distinct words of one text that the ticket search indexes; the rest of a longer text isn't found. */
export const MOST_WORDS_OF_TEXT = 500

/** The words of one search; further ones are ignored. */
export const MOST_SOUGHT_WORDS = 8

/** How many characters of a word are compared. */
const LONGEST_WORD = 32
const SHORTEST_WORD = 2

let segmenter: Intl.Segmenter | undefined

/** Finds the words of any language, including those without spaces between words. */
const segmentsOf = (text: string): Intl.Segments => {
  // Not when a program starts: loading the data of languages takes 60 ms.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  return segmenter.segment(text)
}

/** Accents, and characters that only join or separate letters in writing. */
const IGNORED = /[\u0300-\u036f\u200c\u200d]/g
/** Malayalam letters without a vowel, which older texts write as a letter and a sign. */
const CHILLUS = /[\u0d7a-\u0d7f]/g
const CHILLU_LETTERS = '\u0d23\u0d28\u0d30\u0d32\u0d33\u0d15'
const VIRAMA = '\u0d4d'

const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(IGNORED, '')
    .normalize('NFKC')
    .replace(CHILLUS, (letter) => `${CHILLU_LETTERS[letter.charCodeAt(0) - 0x0d7a]}${VIRAMA}`)
    .replaceAll('\u2019', "'")

/**
 * The distinct words of a text as the search in tickets compares them (docs/api/support#ticket-search): in
 * lower case, without accents, at least 2 and at most 32 characters each, at most `most` of them, in their
 * order.
 */
export const wordsOf = (text: string, most = MOST_WORDS_OF_TEXT): readonly string[] => {
  const words = new Set<string>()
  for (const { segment, isWordLike } of segmentsOf(plainLetters(text))) {
    if (words.size >= most) break
    if (isWordLike !== true) continue
    const letters = [...segment]
    if (letters.length >= SHORTEST_WORD) words.add(letters.slice(0, LONGEST_WORD).join(''))
  }
  return [...words]
}
