/**
 * Countries whose numbers have two spellings: an older form without digits that were added later, or with a
 * mobile digit that only some networks write. Numbers are in the form of a message's `to` (`+` and digits).
 */
interface TwoSpellings {
  readonly longer: RegExp
  /** The shorter spelling, from the groups of `longer`. */
  readonly shorten: string
  readonly shorter: RegExp
  /** The longer spelling, from the groups of `shorter`; undefined if the added digits depend on the network. */
  readonly lengthen: string | undefined
}

const COUNTRIES: readonly TwoSpellings[] = [
  // Mexico: 1 before mobile numbers, which WhatsApp still writes.
  { longer: /^\+521(\d{10})$/, shorten: '+52$1', shorter: /^\+52(\d{10})$/, lengthen: '+521$1' },
  // Argentina: 9 before mobile numbers.
  { longer: /^\+549(\d{10})$/, shorten: '+54$1', shorter: /^\+54(\d{10})$/, lengthen: '+549$1' },
  // Brazil: a ninth digit of mobile numbers.
  {
    longer: /^\+55(?<area>\d{2})9(?<number>\d{8})$/,
    shorten: '+55$<area>$<number>',
    shorter: /^\+55(?<area>\d{2})(?<number>[6-9]\d{7})$/,
    lengthen: '+55$<area>9$<number>',
  },
  // Benin: 01 before all numbers since 2024.
  { longer: /^\+22901(\d{8})$/, shorten: '+229$1', shorter: /^\+229(\d{8})$/, lengthen: '+22901$1' },
  // Ivory Coast: two digits by network before all numbers since 2021.
  { longer: /^\+225\d{2}(\d{8})$/, shorten: '+225$1', shorter: /^\+225(\d{8})$/, lengthen: undefined },
]

/**
 * The spelling of an address under which its opt-outs are stored: one for all spellings of a telephone
 * number, and lower case for an email address.
 */
export const recipientKey = (to: string): string => {
  if (!to.startsWith('+')) return to.toLowerCase()
  for (const { longer, shorten } of COUNTRIES) if (longer.test(to)) return to.replace(longer, shorten)
  return to
}

/** Whether two spellings are of the same address. */
export const isSameRecipient = (one: string, other: string): boolean =>
  recipientKey(one) === recipientKey(other)

/** The spellings of a telephone number, beginning with the given one. An email address has only that one. */
export const spellingsOf = (to: string): readonly string[] => {
  const spellings = new Set([to])
  for (const { longer, shorten, shorter, lengthen } of COUNTRIES) {
    if (longer.test(to)) spellings.add(to.replace(longer, shorten))
    if (lengthen !== undefined && shorter.test(to)) spellings.add(to.replace(shorter, lengthen))
  }
  return [...spellings]
}
