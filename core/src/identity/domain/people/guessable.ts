/** Shorter words and runs occur in too many passwords by coincidence. */
const SHORTEST_PART = 4

/** The name of the product: attackers who guess passwords try it. */
const PRODUCT = 'postrider'

/** Sequences that people type: the alphabet, digits, and adjacent keys. */
const ORDERS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap((order) => [order, [...order].reverse().join('')])

/** Digits and signs that people write for letters; the second table reads 1 and ! as an l. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g',
  '@': 'a', '$': 's', '!': 'i', '|': 'l', '+': 't', '€': 'e', '£': 'l',
} // prettier-ignore
const LEET_WITH_L: Readonly<Record<string, string>> = { ...LEET, '1': 'l', '!': 'l' }

const withLetters = (table: Readonly<Record<string, string>>, text: string): string =>
  [...text].map((character) => table[character] ?? character).join('')

/** A text without the non-letters at its end, at its start, and at both. */
const trimmed = (text: string): readonly string[] => {
  const end = text.replace(/[^\p{L}]+$/u, '')
  const start = /^[^\p{L}]+/u
  return [end, text.replace(start, ''), end.replace(start, '')]
}

/** The repeated part, if a text consists of one part several times. */
const unitOf = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text

/** How many characters of a text, starting at `at`, follow one of the sequences. */
const runAt = (text: string, at: number): number => {
  let longest = 0
  for (const order of ORDERS) {
    let length = 1
    while (at + length <= text.length && order.includes(text.slice(at, at + length))) length += 1
    longest = Math.max(longest, length - 1)
  }
  return longest
}

/** A text without its runs of four characters or more. */
const withoutRuns = (text: string): string => {
  let rest = ''
  for (let at = 0; at < text.length;) {
    const run = runAt(text, at)
    if (run < SHORTEST_PART) rest += text.charAt(at)
    at += run < SHORTEST_PART ? 1 : run
  }
  return rest
}

/**
 * The forms of a password that lists of guesses contain: without additions at its ends, and with letters for
 * digits.
 */
const formsOf = (password: string): readonly string[] => {
  const lower = password.toLowerCase()
  const bare = trimmed(lower).filter((form) => form.length >= SHORTEST_PART)
  const spelled = [lower, ...bare].flatMap((form) => [
    form,
    withLetters(LEET, form),
    withLetters(LEET_WITH_L, form),
  ])
  return [...new Set(spelled.flatMap((form) => [form, unitOf(form)]))]
}

/**
 * The words that people who know the person could guess: each word of these texts, and the name of the
 * product.
 */
const wordsOf = (known: readonly string[]): readonly string[] =>
  [...known, PRODUCT]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= SHORTEST_PART)
    .sort((one, other) => other.length - one.length)

/**
 * Whether a password is easy to guess (docs/api/sign-in#passwords). It is, if it is a common one, also with
 * digits and signs at its ends, with digits and signs for letters, or repeated. It also is, if too little
 * remains without words about the person and without runs of keys, letters or digits. `known` are texts about
 * the person; `isCommon` checks the list.
 */
export const isGuessable = (
  password: string,
  known: readonly string[],
  isCommon: (password: string) => boolean,
): boolean => {
  const words = wordsOf(known)
  const isEmpty = (form: string): boolean => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), form)
    return new Set(withoutRuns(rest)).size < SHORTEST_PART
  }
  return isCommon(password) || formsOf(password).some((form) => isCommon(form) || isEmpty(form))
}
