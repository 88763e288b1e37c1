import { customerPriceView } from './views.js'
import { customerPrices } from '../../domain/pricing/customer-prices.js'
import { E } from '../../../fp.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byNumber } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { BILLING_READING } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { channel as channelField } from '../../../runner/domain/fields/prices.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { list } from '../../../kernel/codecs/list.js'
import { customerPriceShape } from './shapes.js'

/**
 * Lists the prices in effect for an Organization now, its own and the list prices (docs/api/money#prices).
 * Prices of other Organizations and future prices aren't included.
 */
export const listCustomerPricesEntry = entryOf('Billing', 'listCustomerPrices', {
  ...BILLING_READING,
  summary: 'List the prices that apply to the Organization now',
  description: "Lists the Organization's own prices first, then list prices, by channel and destination.",
  live: runAgain('act'),
  request: pageRequest(
    { organizationId: organizationIdField },
    { channel: channelField, currency: currencyField },
    500,
  ),
  result: pageResult({ prices: list(customerPriceShape, { description: 'The prices on this page.' }) }),
})

/** At most this many prices of one owner are read. */
const MOST_PRICES = 5_000

export const listCustomerPrices = listing(listCustomerPricesEntry, {
  positions: byNumber,
  query: (call) => {
    const { organizationId } = membershipOf(call).organization
    const { channel, currency } = call.request
    return E.right({ organizationId, channel, currency })
  },
  read: async (
    { organizationId, ...narrowed },
    { position: skip = 0, readAhead },
    { storage },
    { nowMs: atMs },
  ) => {
    const rest = { ...narrowed, atMs, before: undefined, limit: MOST_PRICES }
    const own = await storage.prices.versions({ ...rest, of: organizationId })()
    if (E.isLeft(own)) return own
    const listed = await storage.prices.versions({ ...rest, of: 'list' })()
    if (E.isLeft(listed)) return listed
    const all = customerPrices(own.right.value, listed.right.value)
    const page = all.slice(skip, skip + readAhead).map((price, at) => ({ price, number: skip + at + 1 }))
    return E.right({ epoch: own.right.epoch, value: page })
  },
  positionOf: ({ number }) => number,
  show: (found) => ({ prices: found.map(({ price }) => customerPriceView(price)) }),
})
