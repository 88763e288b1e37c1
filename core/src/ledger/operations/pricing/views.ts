import type * as t from 'io-ts'
import { present } from '../../../kernel/present.js'
import type { PriceVersion } from '../../domain/pricing/price-version.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import type { priceVersionShape } from './shapes.js'

/** A price version as super admins see it. */
export const priceVersionView = ({
  organizationId,
  effectiveFromMs,
  category,
  ...price
}: PriceVersion): t.TypeOf<typeof priceVersionShape> => ({
  ...price,
  ...present({ category }),
  organizationId: organizationId ?? null,
  effectiveFrom: isoTime(effectiveFromMs),
})
