import { CHANNEL_NAMES, labelsOfNumbered } from '../../../channels/channels.js'
import { identifier } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { text } from '../../../kernel/codecs/text.js'
import { organizationId } from './tenancy.js'

export const priceVersionId = identifier('The price version.', 'prv_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The Organization that a price is for; null: a list price. */
export const priceOwner = nullable(organizationId)

export const channel = literalUnion(CHANNEL_NAMES)

/** The event that turns a reservation into a charge (docs/contract#prices). */
export const chargeOn = literalUnion(['submitted', 'delivered'], {
  description: 'The event on which a reservation becomes a charge.',
})

/** The fields of a price, for one Organization or all. */
export const priceFields = {
  channel,
  destinationPrefix: text({
    maxLength: 16,
    pattern: /^(?:\*|\+[1-9][0-9]{0,14})$/,
    description: `Leading digits of the numbers that it is for, after a \`+\`; \`*\` for all, and for ${labelsOfNumbered(false)}.`,
    example: '+91',
  }),
  currency,
  unitAmountMinor: minor('Of a segment of an SMS, or of a message of another channel.', 0),
} as const
