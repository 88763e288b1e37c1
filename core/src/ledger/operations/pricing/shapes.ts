import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { open } from '../../../kernel/codecs/shape.js'
import { environment, organizationId } from '../../../runner/domain/fields/tenancy.js'
import {
  chargeOn,
  priceCategory,
  priceFields,
  priceOwner,
  priceVersionId,
} from '../../../runner/domain/fields/prices.js'

const differenceFields = {
  environment,
  currency,
  messages: integer({
    min: 0,
    description: 'Number of messages that the price would have applied to.',
    example: 1_200,
  }),
  units: integer({
    min: 0,
    description: 'Number of units: segments of an SMS, otherwise messages.',
    example: 1_800,
  }),
  beforeMinor: minor('Amount that was charged for them, in minor units.', 0),
  afterMinor: minor('Amount that would have been charged, in minor units.', 0),
  differenceMinor: minor('Difference in minor units: `afterMinor` minus `beforeMinor`.'),
} as const

/** The effect of a price (docs/api/money#prices). */
export const pricePreviewFields = {
  from: timestamp('Start of the thirty days.'),
  to: timestamp('End of the thirty days.'),
  isEstimate: flag({ description: '`true` if only a sample was examined.' }),
  lookedAt: integer({ min: 0, description: 'Number of messages that were examined.', example: 4_000 }),
  lines: list(open(differenceFields, {}), { description: 'Totals for each environment.' }),
  organizations: list(open({ organizationId, ...differenceFields }, {}), {
    description: 'The Organizations with the largest differences, at most 20.',
  }),
} as const

/** An immutable price (docs/api/money#prices). */
export const priceVersionShape = open(
  {
    priceVersionId,
    organizationId: priceOwner,
    ...priceFields,
    chargeOn,
    effectiveFrom: timestamp('Start of the validity. The price applies until a later version replaces it.'),
  },
  { category: priceCategory },
  {
    name: 'PriceVersion',
    description: 'A price, which never changes. `organizationId` is null for a list price.',
  },
)
