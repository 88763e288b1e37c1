import { parseAnyRecipient } from './any-recipient.js'
import { currentNumber } from './current-number.js'
import type { CountryOf } from './recipient.js'

/**
 * Parses the writer of an inbound message as a recipient. A provider may use an earlier spelling of a number,
 * which no message can be sent to: then the current one counts. Undefined if no message can reach the writer.
 */
export const parseWriter = (from: string, countryOf: CountryOf): ReturnType<typeof parseAnyRecipient> =>
  parseAnyRecipient(from, countryOf) ?? parseAnyRecipient(currentNumber(from), countryOf)
