import type { Channel } from '@postrider/core/channels/channels'
import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import type { AppId } from '@postrider/core/kernel/ids/id'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/tenancy/domain/service-configuration'
import type { CatalogStorage } from '@postrider/core/catalog/ports/catalog-storage'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { coalesce } from '@postrider/core/kernel/batching/coalesce'
import type { Engine, Rows } from '../engine/engine.js'
import { refusalIsBug } from '../engine/outcome.js'
import { statement } from '../engine/template.js'
import { readSince, sinceIn } from '../guards/catalog-versions.js'
import { epochOf, readEpoch } from '../guards/epoch.js'
import { readSealingKey, sealingKeyOf } from '../guards/sealing-key.js'
import { blockedDestinations, credentials, providerAccounts } from './tables.js'
import { prices } from '../ledger/prices/table.js'
import { findUnready, unreadyIn } from '../providers/account-health/account-health.js'
import { type AppPart, readApps } from './read-apps.js'
import { gatherSaved, savingOf } from './save-catalog.js'
import { eachOf, queries, queryOf } from '../engine/queries.js'

const findCredential = statement(
  `SELECT ${credentials.select('c')} FROM server_credentials c WHERE c.selector = ?`,
)
const allProviderAccounts = statement(
  `SELECT ${providerAccounts.select('p')} FROM provider_accounts p ORDER BY p.id`,
)
const listPrices = statement(`
  SELECT ${prices.select('p')} FROM price_versions p WHERE p.organization_id IS NULL ORDER BY p.id`)
const findBlocked = statement(
  `SELECT ${blockedDestinations.select('d')} FROM blocked_destinations d ORDER BY d.prefix`,
)
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
  prices: queryOf(listPrices(), eachOf(prices.of)),
  sealingKey: queryOf(readSealingKey(), sealingKeyOf),
})

/** What all apps' catalogs share. It concerns everyone, so it is read again once everyone's version is newer. */
type Shared = ReturnType<typeof sharedQueries.of>

const sharedBy = (engine: Engine) => {
  let newest: Shared | undefined
  return async (everyone: number): Promise<E.Either<StorageUnavailable, Shared>> => {
    if (newest !== undefined && newest.epoch >= everyone) return E.right(newest)
    const read = await engine.read(sharedQueries.statements, 'one')
    if (E.isLeft(read)) return read
    const shared = sharedQueries.of(read.right)
    if (newest === undefined || newest.epoch < shared.epoch) newest = shared
    return E.right(shared)
  }
}

const namedAccounts = (
  configured: readonly ChannelConfiguration[],
  accounts: ReadonlyMap<string, ProviderAccount>,
): ReadonlyMap<string, ProviderAccount> => {
  const named = configured.flatMap(({ providerAccountIds }) => providerAccountIds)
  return new Map(
    named.flatMap((id) => {
      const account = accounts.get(id)
      return account === undefined ? [] : [[id, account] as const]
    }),
  )
}

const appCatalogOf = (epoch: number, part: AppPart, shared: Shared): AppCatalog => {
  const { organization, configurations: channels } = part
  const list = shared.prices.filter(({ currency }) => currency === organization.defaultCurrency)
  return {
    ...shared,
    ...part,
    epoch,
    configurations: new Map<Channel, ChannelConfiguration>(channels.map((each) => [each.channel, each])),
    templates: new Map(part.templates.map((version) => [version.templateId, version])),
    prices: [...list, ...part.prices],
    providerAccounts: namedAccounts(channels, shared.providerAccounts),
  }
}

/** Readings of apps that are in progress at once, and the most apps of one. */
const APP_READINGS = { lanes: 2, maxBatch: 32, maxWaiting: Infinity }

type AppFound = E.Either<StorageUnavailable, AppCatalog | undefined>

/** Reads apps' catalogs; apps that are asked for while others are read are read together. */
const appReader = (engine: Engine): ((appId: AppId) => Promise<AppFound>) => {
  const readShared = sharedBy(engine)

  const readAll = async (appIds: readonly AppId[]): Promise<readonly AppFound[]> => {
    const asked = readApps(appIds)
    const read = await engine.read(asked.statements, 'one')
    if (E.isLeft(read)) return appIds.map(() => read)
    const { epoch, everyone, parts } = asked.of(read.right)
    // If it is newer than the rest, what changed in between concerns everyone, and the catalog's epoch says that it is older.
    const shared = await readShared(everyone)
    if (E.isLeft(shared)) return appIds.map(() => shared)
    return appIds.map((appId) => {
      const part = parts.get(appId)
      return E.right(part === undefined ? undefined : appCatalogOf(epoch, part, shared.right))
    })
  }

  const line = coalesce<AppId, AppFound>({ ...APP_READINGS, timers: { soon: setImmediate }, run: readAll })
  return async (appId) => {
    const read = await line.submit(appId)
    // Any number may wait.
    return E.isLeft(read) ? E.left({ _tag: 'StorageUnavailable', cause: read.left.cause }) : read.right
  }
}

/** The database may take a selector with a space at its end for the same. */
const credentialOf = (rows: Rows, selector: string): ServerCredential | undefined =>
  rows.map(credentials.of).find((each) => each.selector === selector)

export const catalogStorage = (engine: Engine): CatalogStorage => {
  const readApp = appReader(engine)
  return {
    epoch: () => async () => {
      const read = await engine.read([readEpoch()], 'each')
      return E.map(([epoch]: readonly Rows[]) => epochOf(epoch))(read)
    },
    changes: (sinceEpoch) => async () => {
      const read = await engine.read(readSince(sinceEpoch), 'each')
      return E.map(sinceIn)(read)
    },
    credential: (selector) => async () => {
      // The epoch first: a credential that changes in between is at worst taken for too old.
      const read = await engine.read([readEpoch(), findCredential(selector)], 'each')
      return E.map(([epoch, rows = []]: readonly Rows[]) => ({
        epoch: epochOf(epoch),
        value: credentialOf(rows, selector),
      }))(read)
    },
    app: (appId) => () => readApp(appId),
    providerAccounts: () => async () => {
      const read = await engine.read([allProviderAccounts()], 'each')
      return E.map(([rows = []]: readonly Rows[]) => rows.map(providerAccounts.of))(read)
    },
    save: (records) => async () => {
      const outcome = await engine.transact(gatherSaved(records), (present) => ({
        statements: savingOf(records, present),
        result: undefined,
      }))
      return refusalIsBug(outcome)
    },
  }
}
