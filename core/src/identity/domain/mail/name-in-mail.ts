import { withoutFormat } from '../../../kernel/texts/readable-name.js'

const LONGEST = 60

// Control characters, line and paragraph separators, and lone surrogates.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu

/** Web addresses that email programs turn into links: with a scheme, with `www.`, or a domain with a path. */
const ADDRESS = /\S*(?:\p{L}:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}\/)\S*/giu

/**
 * A user-chosen name in the form that emails show: on one line, without characters that hide or turn what
 * follows, without web addresses, and at most 60 characters. It therefore can't carry a message or a link of
 * its own.
 */
export const nameInMail = (name: string): string => {
  const readable = withoutFormat(name).replace(UNFIT, ' ').replace(ADDRESS, '[address removed]')
  const characters = [...readable.replace(/ {2,}/g, ' ').trim()]
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`
}
