import type { PriceQuery, PriceStorage } from '@postrider/core/ledger/ports/price-storage'
import { readAsOf } from '../../guards/as-of.js'
import { prices } from './table.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine } from '../../engine/engine.js'
import { type Filled, statement } from '../../engine/template.js'

/** A condition: no later version has replaced it at this time. */
const COUNTS = `
  AND p.effective_from <= ? AND NOT EXISTS (SELECT 1 FROM price_versions n {by price_versions.by_slot}
    WHERE n.channel = p.channel AND n.destination_prefix = p.destination_prefix AND n.currency = p.currency
    AND (n.organization_id = p.organization_id OR (n.organization_id IS NULL AND p.organization_id IS NULL))
    AND (n.category = p.category OR (n.category IS NULL AND p.category IS NULL))
    AND n.effective_from <= ? AND n.effective_from >= p.effective_from
    AND (n.effective_from > p.effective_from OR n.id > p.id))`

const listing = (index: string, owner: string, at: string) =>
  statement(`
    SELECT ${prices.select('p')} FROM price_versions p {by price_versions.${index}}
    WHERE ${owner} p.id < ?x AND (? = '' OR p.channel = ?) AND (? = '' OR p.currency = ?) ${at}
    ORDER BY p.id DESC LIMIT ?`)
const listings = (at: string) => ({
  own: listing('of_owner', 'p.organization_id = ?x AND', at),
  list: listing('of_owner', 'p.organization_id IS NULL AND', at),
  everybody: listing('PRIMARY', '', at),
})
const whenever = listings('')
const counting = listings(COUNTS)

const pageOf = ({ of, atMs, before, limit, ...requested }: PriceQuery): Filled => {
  const { own, list, everybody } = atMs === undefined ? whenever : counting
  const moments = atMs === undefined ? [] : [atMs, atMs]
  const [channel, currency] = [requested.channel ?? '', requested.currency ?? '']
  const from = before === undefined ? BEYOND_ALL : idCell(before)
  const range = [from, channel, channel, currency, currency, ...moments, limit] as const
  if (of === 'everybody') return everybody(...range)
  return of === 'list' ? list(...range) : own(idCell(of), ...range)
}

/** Reads price versions. */
export const priceVersions = (engine: Engine): Pick<PriceStorage, 'versions'> => ({
  versions: (query) => () => readAsOf(engine, [pageOf(query)], ([rows = []]) => rows.map(prices.of)),
})
