import { timestamp } from '../../codecs/identifiers.js'
import { open } from '../../codecs/shape.js'
import { chargeOn, priceFields, priceOwner, priceVersionId } from '../fields/prices.js'

/** A price that never changes (docs/contract#prices). */
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
