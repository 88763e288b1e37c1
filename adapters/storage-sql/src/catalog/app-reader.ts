import type { Channel } from '@postrider/core/channels/channels'
import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import type { AppId } from '@postrider/core/kernel/ids/id'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/tenancy/domain/service-configuration'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { createBatcher } from '@postrider/core/kernel/batching/batcher'
import { recent } from '@postrider/core/kernel/caching/recent'
import type { Engine } from '../engine/engine.js'
import { CATALOG_PARTS, type CatalogPart } from '../guards/catalog-parts.js'
import { type AppParts, type AppsByPart, type PartEpochs, readPartEpochs, readParts } from './read-apps.js'
import { type SharedFacts, sharedFactsReader } from './shared-facts.js'

/** The parts of an app's catalog as of an epoch, and the catalog that was made of them. */
interface KnownApp {
  readonly epoch: number
  readonly parts: AppParts
  readonly catalog: AppCatalog
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

const NO_PRICES: AppCatalog['prices'] = []

/** List prices and own ones: the list itself where an Organization has none, so that all these share what is made of it. */
const pricesOf = (currency: string, parts: AppParts, { listPrices }: SharedFacts): AppCatalog['prices'] => {
  const list = listPrices.get(currency) ?? NO_PRICES
  const own = parts.prices.filter((price) => price.currency === currency)
  return own.length === 0 ? list : [...list, ...own]
}

const appCatalogOf = (
  epoch: number,
  parts: AppParts,
  shared: SharedFacts,
  known: KnownApp | undefined,
): AppCatalog => {
  const { organization, project, app, configurations, hasSuppressions } = parts.services
  const { sealingKey, unreadyAccounts, blockedDestinations } = shared
  return {
    epoch,
    sealingKey,
    organization,
    project,
    app,
    configurations: new Map<Channel, ChannelConfiguration>(
      configurations.map((each) => [each.channel, each]),
    ),
    templates:
      known?.parts.templates === parts.templates
        ? known.catalog.templates
        : new Map(parts.templates.map((version) => [version.templateId, version])),
    prices: pricesOf(organization.defaultCurrency, parts, shared),
    providerAccounts: namedAccounts(configurations, shared.providerAccounts),
    unreadyAccounts,
    budgets: parts.budgets,
    blockedDestinations,
    hasSuppressions,
  }
}

/** Readings of apps that are in progress at once, and the most apps of one. */
const APP_READINGS = { lanes: 2, maxBatch: 32, maxWaiting: Infinity }

/** Apps whose parts are remembered. */
const APPS_REMEMBERED = 10_000

type AppFound = E.Either<StorageUnavailable, AppCatalog | undefined>

/** What is remembered of the apps that a reading is about. */
type Remembered = ReadonlyMap<AppId, KnownApp | undefined>

/** The apps of which a part is missing, or was changed after it was read, by part. */
const outdated = (remembered: Remembered, changed: ReadonlyMap<AppId, PartEpochs>): AppsByPart => {
  const of = (part: CatalogPart): readonly AppId[] =>
    [...remembered].flatMap(([appId, app]) => {
      const changedAt = changed.get(appId)?.[part]
      const isCurrent = app !== undefined && changedAt !== undefined && changedAt <= app.epoch
      return isCurrent ? [] : [appId]
    })
  return {
    services: of('services'),
    templates: of('templates'),
    prices: of('prices'),
    budgets: of('budgets'),
  }
}

/**
 * Reads apps' catalogs; apps that are asked for while others are read are read together. Of an app that was read before, only the
 * parts that were changed since are read again (docs/decisions/0085).
 */
export const appReader = (engine: Engine): ((appId: AppId) => Promise<AppFound>) => {
  const readShared = sharedFactsReader(engine)
  const known = recent<AppId, KnownApp>(APPS_REMEMBERED)

  /** When the parts of those that are remembered changed last; undefined: none is remembered. */
  const readChanged = async (remembered: Remembered) => {
    const appIds = [...remembered].flatMap(([appId, app]) => (app === undefined ? [] : [appId]))
    if (appIds.length === 0) return E.right(undefined)
    const requested = readPartEpochs(appIds)
    return E.map(requested.of)(await engine.read(requested.statements, 'one'))
  }

  const readOutdated = async (wanted: AppsByPart) => {
    if (CATALOG_PARTS.every((part) => wanted[part].length === 0)) return E.right(undefined)
    const requested = readParts(wanted)
    return E.map(requested.of)(await engine.read(requested.statements, 'one'))
  }

  const readAll = async (appIds: readonly AppId[]): Promise<readonly AppFound[]> => {
    const remembered: Remembered = new Map(appIds.map((appId) => [appId, known.get(appId)]))
    const failed = (outage: E.Either<StorageUnavailable, never>) => appIds.map(() => outage)
    const changed = await readChanged(remembered)
    if (E.isLeft(changed)) return failed(changed)
    const wanted = outdated(remembered, changed.right?.parts ?? new Map())
    const read = await readOutdated(wanted)
    if (E.isLeft(read)) return failed(read)
    // If they are newer than the rest, what changed in between concerns everyone, and the catalog's epoch says that it is older.
    const shared = await readShared(Math.max(changed.right?.everyone ?? 0, read.right?.everyone ?? 0))
    if (E.isLeft(shared)) return failed(shared)
    return appIds.map((appId) => {
      const app = remembered.get(appId)
      const parts = read.right === undefined ? app?.parts : read.right.complete(appId, app?.parts)
      if (parts === undefined) return E.right(undefined)
      // Parts that are remembered are known to be current as of the first reading.
      const epoch = (app === undefined ? read.right?.epoch : changed.right?.epoch) ?? 0
      const catalog = appCatalogOf(epoch, parts, shared.right, app)
      if ((known.get(appId)?.epoch ?? 0) <= epoch) known.set(appId, { epoch, parts, catalog })
      return E.right(catalog)
    })
  }

  const line = createBatcher<AppId, AppFound>({
    ...APP_READINGS,
    timers: { soon: setImmediate },
    run: readAll,
  })
  return async (appId) => {
    const read = await line.submit(appId)
    // Any number may wait.
    return E.isLeft(read) ? E.left({ _tag: 'StorageUnavailable', cause: read.left.cause }) : read.right
  }
}
