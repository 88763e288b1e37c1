import type { HeldSender } from '@postrider/core/catalog/domain/held-sender'
import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { Engine } from '../engine/engine.js'
import { eachOf, queries, queryOf } from '../engine/queries.js'
import { statement } from '../engine/template.js'
import { epochOf, readEpoch } from '../guards/epoch.js'
import { readSealingKey, sealingKeyOf } from '../guards/sealing-key.js'
import { prices } from '../ledger/prices/table.js'
import { findUnready, unreadyIn } from '../providers/account-health/account-health.js'
import { blockedDestinations, heldSenders, numberPrefixes, providerAccounts, senderRules } from './tables.js'

export const allProviderAccounts = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p ORDER BY p.id`,
)
const listPrices = statement(`
  SELECT ${prices.select('p')} FROM price_versions p WHERE p.organization_id IS NULL ORDER BY p.id`)
const findBlocked = statement(
  `SELECT ${blockedDestinations.select('d')} FROM blocked_destinations d ORDER BY d.prefix`,
)
export const allSenderRules = statement(
  `SELECT ${senderRules.select('s')} FROM sender_rules s ORDER BY s.country, s.kind`,
)
/** Not a fact of catalogs: recipients are parsed before their app's catalog is read. */
export const allNumberPrefixes = statement(
  `SELECT ${numberPrefixes.select('n')} FROM number_prefixes n ORDER BY n.prefix`,
)
const findHeld = statement(`SELECT ${heldSenders.select('h')} FROM held_senders h ORDER BY h.id`)

const byCurrency = (all: readonly PriceVersion[]): ReadonlyMap<string, readonly PriceVersion[]> => {
  const lists = new Map<string, PriceVersion[]>()
  for (const price of all) {
    const list = lists.get(price.currency)
    if (list === undefined) lists.set(price.currency, [price])
    else list.push(price)
  }
  return lists
}

/** One hold of each sender: catalogs don't depend on the others. */
const oneOfEachSender = (all: readonly HeldSender[]): readonly HeldSender[] => [
  ...new Map(all.map((held) => [`${held.providerAccountId} ${held.sender}`, held])).values(),
]

const sharedQueries = queries({
  epoch: queryOf(readEpoch(), epochOf),
  providerAccounts: queryOf(
    allProviderAccounts(),
    (rows) => new Map(rows.map(providerAccounts.of).map((account) => [account.providerAccountId, account])),
  ),
  unreadyAccounts: queryOf(findUnready(), unreadyIn),
  blockedDestinations: queryOf(findBlocked(), (rows) =>
    rows.map(blockedDestinations.of).map(({ prefix }) => prefix),
  ),
  senderRules: queryOf(allSenderRules(), eachOf(senderRules.of)),
  heldSenders: queryOf(findHeld(), (rows) => oneOfEachSender(rows.map(heldSenders.of))),
  listPrices: queryOf(listPrices(), (rows) => byCurrency(eachOf(prices.of)(rows))),
  sealingKey: queryOf(readSealingKey(), sealingKeyOf),
})

/**
 * The facts that all apps' catalogs share. They concern everyone, so they are read again once everyone's
 * version is newer.
 */
export type SharedFacts = ReturnType<typeof sharedQueries.of>

/** The shared facts, at least as new as the last change that concerns everyone. */
export type SharedReader = (everyone: number) => Promise<E.Either<StorageUnavailable, SharedFacts>>

/** Reads the shared facts and remembers the newest. */
export const sharedFactsReader = (engine: Engine): SharedReader => {
  let newest: SharedFacts | undefined
  return async (everyone) => {
    if (newest !== undefined && newest.epoch >= everyone) return E.right(newest)
    const read = await engine.read(sharedQueries.statements, 'one')
    if (E.isLeft(read)) return read
    const shared = sharedQueries.of(read.right)
    if (newest === undefined || newest.epoch < shared.epoch) newest = shared
    return E.right(shared)
  }
}
