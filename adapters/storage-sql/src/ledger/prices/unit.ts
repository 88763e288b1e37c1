import { concernedBy } from '@postrider/core/tenancy/domain/catalog-changes'
import type { PriceSlot } from '@postrider/core/ledger/domain/pricing/price-version'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { prices } from './table.js'
import { idCell } from '../../cells/id-cell.js'
import { insertInto } from '../../engine/insertion.js'
import { type Filled, statement } from '../../engine/template.js'
import type { StatementSequence } from '../../units/statement-sequence.js'

const inSlot = (owner: string, category: string) =>
  statement(`
    SELECT ${prices.select('p')} FROM price_versions p {by price_versions.by_slot}
    WHERE p.channel = ? AND p.destination_prefix = ? AND p.currency = ? AND p.effective_from = ?
    AND p.organization_id ${owner} AND p.category ${category} ORDER BY p.id LIMIT 1`)
const inListSlot = inSlot('IS NULL', 'IS NULL')
const inOwnSlot = inSlot('= ?x', 'IS NULL')
const inListSlotOf = inSlot('IS NULL', '= ?')
const inOwnSlotOf = inSlot('= ?x', '= ?')

const slotFinder = (slot: PriceSlot): Filled => {
  const { organizationId, channel, destinationPrefix, category, currency, effectiveFromMs } = slot
  const rest = [channel, destinationPrefix, currency, effectiveFromMs] as const
  if (category === undefined)
    return organizationId === undefined ? inListSlot(...rest) : inOwnSlot(...rest, idCell(organizationId))
  return organizationId === undefined
    ? inListSlotOf(...rest, category)
    : inOwnSlotOf(...rest, idCell(organizationId), category)
}

const insertPrice = insertInto(prices.table)

/** Price versions inside the unit. */
export const priceRepository = (sequence: StatementSequence): UnitOfWork['prices'] => ({
  inSlot: async (slot) => {
    const [rows = []] = await sequence.read([slotFinder(slot)])
    return rows.map(prices.of)[0]
  },
  add: (price) => {
    // Prices are versioned by the epoch: setting one needs it exclusively.
    if (sequence.lockMode === 'shared') throw new Error('only an exclusive unit sets prices')
    sequence.concern(concernedBy(price), 'prices')
    sequence.writeApart(insertPrice(prices.cells(price)))
  },
})
