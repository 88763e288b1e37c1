import type { PriceSlot } from '@postrider/core/domain/pricing/price-version'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { prices } from '../catalog/catalog-records.js'
import { idCell } from '../cells/id-cell.js'
import { insertInto } from '../engine/insertion.js'
import { type Filled, statement } from '../engine/template.js'
import { accountsByKey, lockAccounts, putAccounts } from '../tables/accounts.js'
import { insertEvents } from '../tables/ledger-events.js'
import { accountKey } from '@postrider/core/domain/ledger/account'
import type { Script } from './script.js'

const inSlot = (owner: string) =>
  statement(`
    SELECT ${prices.select('p')} FROM price_versions p {by price_versions.by_slot}
    WHERE p.channel = ? AND p.destination_prefix = ? AND p.currency = ? AND p.effective_from = ?
    AND p.organization_id ${owner} ORDER BY p.id LIMIT 1`)
const inListSlot = inSlot('IS NULL')
const inOwnSlot = inSlot('= ?x')

const slotFinder = (slot: PriceSlot): Filled => {
  const { organizationId, channel, destinationPrefix, currency, effectiveFromMs } = slot
  const rest = [channel, destinationPrefix, currency, effectiveFromMs] as const
  return organizationId === undefined ? inListSlot(...rest) : inOwnSlot(...rest, idCell(organizationId))
}

const insertPrice = insertInto(prices.table)

/** Others believe in prices, and everybody waits for an account: whoever changes them is alone. */
const beAlone = (script: Script): void => {
  if (script.hold === 'shared') throw new Error('only an exclusive unit sets prices and books money')
}

/** Price versions inside the unit. */
export const priceBook = (script: Script): UnitOfWork['prices'] => ({
  inSlot: async (slot) => {
    const [rows = []] = await script.read([slotFinder(slot)])
    return rows.map(prices.of)[0]
  },
  add: (price) => {
    beAlone(script)
    script.write(insertPrice(prices.cells(price)))
  },
})

/** The books of money inside the unit. */
export const ledgerBook = (script: Script): UnitOfWork['ledger'] => {
  const held = new Map<string, number>()
  return {
    lock: async (key) => {
      const [rows = []] = await script.read([lockAccounts([key])])
      const account = accountsByKey(rows).get(accountKey(key))
      held.set(accountKey(key), account?.version ?? 0)
      return account
    },
    book: (account, events) => {
      beAlone(script)
      const key = accountKey(account)
      const before = held.get(key)
      if (before === undefined || events.some(({ seq }, at) => seq !== before + at + 1))
        throw new Error('events follow the last one of their account, which is held')
      held.set(key, account.version)
      script.write(insertEvents(events), putAccounts([account]))
    },
  }
}
