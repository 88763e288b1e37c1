const LONGEST = 100

// Whatever ends a line, is no character, or turns the direction of the text after it.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu

/**
 * A name that somebody chose, as it may stand in a subject or a sentence: on one line, unable to turn what follows
 * it around, and at most 100 characters, so that nobody can write a letter of their own into it.
 */
export const nameInMail = (name: string): string => {
  const characters = [...name.replace(UNFIT, ' ').replace(/ {2,}/g, ' ').trim()]
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`
}
