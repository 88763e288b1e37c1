import type * as t from 'io-ts'
import { MOST_DIGITS, type NumberPrefix } from '../../../channels/number-prefix.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { countryCode } from '../../../runner/domain/fields/tenancy.js'

export const allowedPrefix = text({
  pattern: /^\+[1-9][0-9]{2,13}$/,
  description: 'First 3 to 14 digits of the numbers, with `+` and the calling code.',
  example: '+85245',
})

const digits = (description: string) => integer({ min: 5, max: MOST_DIGITS, description, example: 11 })

/** The numbers that an allowed prefix is about. */
export const prefixFields = {
  prefix: allowedPrefix,
  country: countryCode,
  minDigits: digits('Digits of the shortest number, with the calling code and without `+`.'),
  maxDigits: digits('Digits of the longest number, with the calling code and without `+`.'),
} as const

/** An allowed prefix (docs/api/conventions#phone-numbers). */
export const numberPrefixShape = open(
  {
    ...prefixFields,
    reason: text({ description: 'Reason for which the prefix was allowed.', example: 'Assigned in 2026.' }),
    createdAt: timestamp('Time at which it was allowed.'),
  },
  {},
  {
    name: 'NumberPrefix',
    description: 'Prefix of numbers that are allowed although they are not in the numbering plans.',
  },
)

/** A prefix in the form of responses. */
export const numberPrefixView = ({
  createdAtMs,
  ...prefix
}: NumberPrefix): t.TypeOf<typeof numberPrefixShape> => ({ ...prefix, createdAt: isoTime(createdAtMs) })
