import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { open } from '../../../kernel/codecs/shape.js'
import { environment, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { chargeOn, priceFields, priceOwner, priceVersionId } from '../../../runner/domain/fields/prices.js'

const differenceFields = {
  environment,
  currency,
  messages: integer({ min: 0, description: 'Messages that it would have been chosen for.', example: 1_200 }),
  units: integer({ min: 0, description: 'Segments of SMS, or messages of other channels.', example: 1_800 }),
  beforeMinor: minor('What was charged for them.', 0),
  afterMinor: minor('What would have been charged.', 0),
  differenceMinor: minor('The second less the first.'),
} as const

/** The effect of a price (docs/contract#prices). */
export const pricePreviewFields = {
  from: timestamp('The beginning of the thirty days.'),
  to: timestamp('Their end.'),
  isEstimate: flag({ description: 'True where only a sample was looked at.' }),
  lookedAt: integer({ min: 0, description: 'How many messages were looked at.', example: 4_000 }),
  lines: list(open(differenceFields, {}), { description: 'All that it is for together, by environment.' }),
  organizations: list(open({ organizationId, ...differenceFields }, {}), {
    description: 'Those for whom it changes most, at most 20.',
  }),
} as const

/** An immutable price (docs/contract#prices). */
export const priceVersionShape = open(
  {
    priceVersionId,
    organizationId: priceOwner,
    ...priceFields,
    chargeOn,
    effectiveFrom: timestamp('From then on it counts, until a later one of the same does.'),
  },
  {},
  {
    name: 'PriceVersion',
    description: 'A price that never changes; `organizationId` is null where it is a list price.',
  },
)
