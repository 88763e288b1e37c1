import {
  COURTESY,
  HELP_WORDS,
  START_WORDS,
  START_WORDS_ALONE,
  STOP_PROMOTIONS,
  STOP_WORDS,
  STOP_WORDS_ALONE,
} from './consent-words.js'

const MOST_WORDS = 5
/** More words of a text aren't searched. */
const MOST_SEARCHED = 1_000

/** Marks that change a letter and not the word: accents, and Arabic hamza, vowel signs and the stretching sign. */
const MARKS = /[\u0300-\u036f\u0640\u064b-\u0655\u0670\p{Cf}]/gu

/** A word that is written letter by letter, as "S T O P". */
const SPELLED = /^\p{L}(?: \p{L})+$/u

/**
 * A text as keywords are compared: without case, width, accents, punctuation, symbols and invisible characters,
 * and with one space between words. A text of single letters is one word.
 */
const comparable = (text: string): string => {
  const words = text
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
  return SPELLED.test(words) ? words.replaceAll(' ', '') : words
}

const wordsOf = (text: string): readonly string[] => text.split(' ')

const keywords = (texts: readonly string[]) => texts.map((text) => wordsOf(comparable(text)))

const STOP = keywords(Object.values(STOP_WORDS).flat())
const STOP_ALONE = keywords(STOP_WORDS_ALONE)
const PROMOTIONS = keywords(STOP_PROMOTIONS)
const START = keywords(START_WORDS)
const START_ALONE = new Set(START_WORDS_ALONE.map(comparable))
const HELP = keywords(HELP_WORDS)

/** Keywords of scripts that are written without spaces between words. */
const UNSPACED = STOP.flatMap(([word = '']) =>
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+$/u.test(word) ? word : [],
)

/** Words such as Turkish "red" are too common in other languages to be looked for in a sentence. */
const isDistinct = (keyword: readonly string[]): boolean => !/^[a-z]{1,3}$/.test(keyword.join(' '))

const DISTINCT = [...STOP.filter(isDistinct), ...PROMOTIONS]

const isCourtesy = (words: readonly string[]): boolean => words.every((word) => COURTESY.has(word))

const startsWith = (words: readonly string[], keyword: readonly string[], from = 0): boolean =>
  keyword.every((word, at) => words[from + at] === word)

/** Whether the words are the keyword, with nothing but courtesy after it. */
const isOnly = (words: readonly string[], keyword: readonly string[]): boolean =>
  startsWith(words, keyword) && isCourtesy(words.slice(keyword.length))

/** The words from the first one that isn't courtesy ("Please stop" begins with "stop"). */
const withoutGreeting = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !COURTESY.has(word))
  return first === -1 ? words : words.slice(first)
}

/**
 * The keyword of a text (docs/api/delivery#inbound-messages). The first words decide if the text has at most
 * five: "Stop, thank you" opts out, "Please don't stop" doesn't. `ownStopWords` are compared with the whole
 * text. Undefined: it has none.
 */
export const keywordIn = (
  text: string,
  ownStopWords: readonly string[],
): 'stop' | 'stop promotions' | 'start' | undefined => {
  const whole = comparable(text)
  if (whole === '') return undefined
  if (ownStopWords.some((own) => comparable(own) === whole)) return 'stop'
  if (START_ALONE.has(whole)) return 'start'
  const all = wordsOf(whole)
  if (all.length > MOST_WORDS) return undefined
  const words = withoutGreeting(all)
  if (PROMOTIONS.some((keyword) => isOnly(words, keyword))) return 'stop promotions'
  if (STOP.some((keyword) => startsWith(words, keyword))) return 'stop'
  if (STOP_ALONE.some((keyword) => isOnly(words, keyword))) return 'stop'
  return START.some((keyword) => isOnly(words, keyword)) ? 'start' : undefined
}

/** Whether an opt-out keyword is anywhere in the text, in any sense. Words of ordinary sentences don't count. */
export const mentionsStop = (text: string, ownStopWords: readonly string[]): boolean => {
  const words = wordsOf(comparable(text)).slice(0, MOST_SEARCHED)
  const sought = [...DISTINCT, ...keywords(ownStopWords).filter(([first]) => first !== '')]
  return (
    sought.some((keyword) =>
      words.some((word, from) => word === keyword[0] && startsWith(words, keyword, from)),
    ) || UNSPACED.some((keyword) => words.some((word) => word.includes(keyword)))
  )
}

/** Whether the text asks for information about the sender: HELP, INFO, or the same in other languages. */
export const asksForHelp = (text: string): boolean => {
  const words = wordsOf(comparable(text))
  return words.length <= MOST_WORDS && HELP.some((keyword) => startsWith(withoutGreeting(words), keyword))
}
