import { withoutFormat } from '../texts/readable-name.js'

const LONGEST = 60

// Whatever ends a line, is no character, or separates paragraphs.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu

/** What mail programs make a link of: an address with its scheme, with `www.`, or with a path behind a domain. */
const ADDRESS = /\S*(?:\p{L}:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}\/)\S*/giu

/**
 * A name that somebody chose, as an email shows it: on one line, without characters that hide or turn what follows,
 * without web addresses, and at most 60 characters, so that nobody can write a letter or a link of their own into it.
 */
export const nameInMail = (name: string): string => {
  const readable = withoutFormat(name).replace(UNFIT, ' ').replace(ADDRESS, '[address removed]')
  const characters = [...readable.replace(/ {2,}/g, ' ').trim()]
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`
}
