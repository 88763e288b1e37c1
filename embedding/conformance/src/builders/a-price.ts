import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import { fresh, NOW_MS } from './fresh.js'

/** A list price of 25 paise for every SMS. */
export const aPrice = (overrides: Partial<PriceVersion> = {}): PriceVersion => ({
  priceVersionId: fresh.id('prv'),
  organizationId: undefined,
  channel: 'sms',
  destinationPrefix: '*',
  category: undefined,
  currency: 'INR',
  unitAmountMinor: 25,
  chargeOn: 'submitted',
  effectiveFromMs: NOW_MS,
  ...overrides,
})
