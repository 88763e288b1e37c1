import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import { aText, aTextOrNone, anId, anIdOrNone, anInteger } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const prices = recordTable<PriceVersion>('price_versions', {
  priceVersionId: anId('prv', 'id'),
  organizationId: anIdOrNone('org', 'organization_id'),
  channel: aText('channel'),
  destinationPrefix: aText('destination_prefix'),
  category: aTextOrNone('category'),
  currency: aText('currency'),
  unitAmountMinor: anInteger('unit_amount'),
  chargeOn: aText('charge_on'),
  effectiveFromMs: anInteger('effective_from'),
})
