import { CHANNEL_NAMES, labelsOfNumbered } from '../../../channels/channels.js'
import { PRICE_CATEGORIES } from '../../../channels/price-categories.js'
import { identifier } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { text } from '../../../kernel/codecs/text.js'
import { organizationId } from './tenancy.js'

export const priceVersionId = identifier(
  'ID of the price version; starts with `prv_`.',
  'prv_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The Organization that a price is for; null: a list price. */
export const priceOwner = nullable(organizationId)

export const channel = literalUnion(CHANNEL_NAMES, { description: 'Channel: SMS, WhatsApp or email.' })

/** The vendor's category of the texts that a price is for (docs/api/money#prices). */
export const priceCategory = literalUnion(PRICE_CATEGORIES, {
  description: 'WhatsApp: category of the texts that the price applies to. Default: all texts.',
})

/** The event that turns a reservation into a charge (docs/api/money#prices). */
export const chargeOn = literalUnion(['submitted', 'delivered'], {
  description:
    'Event that turns a reservation into a charge: `submitted` (a provider accepted the message) or `delivered`.',
})

/** The fields of a price, for one Organization or all. */
export const priceFields = {
  channel,
  destinationPrefix: text({
    maxLength: 16,
    pattern: /^(?:\*|\+[1-9][0-9]{0,14})$/,
    description: `First digits of the numbers that the price applies to, with a \`+\`. Use \`*\` for all numbers, and for ${labelsOfNumbered(false)}.`,
    example: '+91',
  }),
  currency,
  unitAmountMinor: minor('Price in minor units for an SMS segment or for a message of another channel.', 0),
} as const
