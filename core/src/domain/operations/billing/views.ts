import type * as t from 'io-ts'
import type { CustomerPrice } from '../../pricing/customer-prices.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { DayUsage } from '../../usage/day-usage.js'
import type { customerPriceShape, dayUsageShape } from './shapes.js'

/** What the ledger entries of a day come to; what it is not told apart by is left out. */
export const dayUsageView = ({
  dayMs,
  appId,
  channel,
  country,
  ...figures
}: DayUsage): t.TypeOf<typeof dayUsageShape> => ({
  day: isoTime(dayMs).slice(0, 10),
  ...(appId === undefined ? {} : { appId }),
  ...(channel === undefined ? {} : { channel }),
  ...(country === undefined ? {} : { country }),
  ...figures,
})

/** A price as customers read it: nothing of whose it is but whether it is theirs. */
export const customerPriceView = ({
  price: { organizationId, effectiveFromMs, ...price },
  isReplaced,
}: CustomerPrice): t.TypeOf<typeof customerPriceShape> => ({
  ...price,
  since: isoTime(effectiveFromMs),
  isOwn: organizationId !== undefined,
  isReplaced,
})
