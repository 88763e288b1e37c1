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
import { idCell } from '../cells/id-cell.js'
import { CATALOG_PARTS, type CatalogPart } from '../guards/catalog-parts.js'
import { EVERYONE, type PartEpochs, type ScopeVersion } from '../guards/catalog-versions.js'
import {
  type AppParts,
  type AppsByPart,
  type CatalogPartEpochs,
  readParts,
  type ReadParts,
} from './read-apps.js'
import { type SharedFacts, sharedFactsReader } from './shared-facts.js'

/** The parts of an app's catalog as of an epoch, and the catalog built from them. */
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

/**
 * List prices and own ones: the list itself if an Organization has no own prices, so that such Organizations
 * share objects derived from it.
 */
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
  const { sealingKey, unreadyAccounts, blockedDestinations, senderRules, heldSenders } = shared
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
    senderRules,
    heldSenders,
    hasSuppressions,
  }
}

/** The number of concurrent readings of apps, and the maximum number of apps in one. */
const APP_READINGS = { lanes: 2, maxBatch: 32, maxWaiting: Infinity }

/** The maximum number of cached apps, and of Organizations with cached versions. */
const APPS_REMEMBERED = 10_000
const SCOPES_REMEMBERED = 10_000

type AppFound = E.Either<StorageUnavailable, AppCatalog | undefined>

/** The cached entries of the apps in a reading. */
type Remembered = ReadonlyMap<AppId, KnownApp | undefined>

/** The apps of which a part is missing, or was changed after it was read, by part. */
const outdated = (
  remembered: Remembered,
  changedOf: (appId: AppId, app: KnownApp) => CatalogPartEpochs | undefined,
): AppsByPart => {
  const changed = [...remembered].map(([appId, app]) => {
    return { appId, app, epochs: app === undefined ? undefined : changedOf(appId, app) }
  })
  const of = (part: CatalogPart): readonly AppId[] =>
    changed.flatMap(({ appId, app, epochs }) => {
      const isCurrent = app !== undefined && epochs !== undefined && epochs[part] <= app.epoch
      return isCurrent ? [] : [appId]
    })
  return {
    services: of('services'),
    templates: of('templates'),
    prices: of('prices'),
    budgets: of('budgets'),
  }
}

/** Whether the first reading of parts includes everything that the second would. */
const covers = (first: AppsByPart, second: AppsByPart): boolean =>
  CATALOG_PARTS.every((part) => second[part].every((appId) => first[part].includes(appId)))

/** The versions that this process has noticed, for the most recent scopes. */
const noticedVersions = () => {
  const noticed = recent<string, PartEpochs>(SCOPES_REMEMBERED)
  return {
    note: (versions: readonly ScopeVersion[]): void => {
      for (const { scope, parts } of versions) noticed.set(scope, parts)
    },
    /** When parts of the app's catalog last changed, as far as that was noticed. */
    of: ({ parts: { services } }: KnownApp): CatalogPartEpochs => {
      const own = noticed.get(idCell(services.organization.organizationId))
      const everyones = noticed.get(EVERYONE)
      const at = (part: CatalogPart): number => Math.max(own?.[part] ?? 0, everyones?.[part] ?? 0)
      return {
        services: at('services'),
        templates: at('templates'),
        prices: at('prices'),
        budgets: at('budgets'),
      }
    },
  }
}

/** Reads apps' catalogs. */
export interface AppReader {
  /** An app's catalog; undefined if the app doesn't exist. */
  read(appId: AppId): Promise<AppFound>
  /**
   * Records versions that were read, so that the next reading of a catalog includes the parts that are newer.
   */
  noteVersions(versions: readonly ScopeVersion[]): void
}

/**
 * Reads apps' catalogs; apps that are requested while others are being read are read together. For a cached
 * app, only the parts that have changed since are read again: in the same reading as their versions if the
 * change was noticed, else after it (docs/decisions/0078).
 */
export const appReader = (engine: Engine): AppReader => {
  const readShared = sharedFactsReader(engine)
  const known = recent<AppId, KnownApp>(APPS_REMEMBERED)
  const noticed = noticedVersions()

  const readPartsOf = async (
    wanted: AppsByPart,
    followed: readonly AppId[],
  ): Promise<E.Either<StorageUnavailable, ReadParts>> => {
    const requested = readParts(wanted, followed)
    return E.map(requested.of)(await engine.read(requested.statements, 'one'))
  }

  /** Reads the versions with the outdated parts, or after them if it wasn't known that they are outdated. */
  const readNewer = async (remembered: Remembered) => {
    const followed = [...remembered].flatMap(([appId, app]) => (app === undefined ? [] : [appId]))
    const expected = outdated(remembered, (_, app) => noticed.of(app))
    const first = await readPartsOf(expected, followed)
    if (E.isLeft(first)) return first
    const wanted = outdated(remembered, (appId) => first.right.changed.get(appId))
    if (covers(expected, wanted)) return E.right({ first: first.right, last: first.right })
    const second = await readPartsOf(wanted, [])
    return E.isLeft(second) ? second : E.right({ first: first.right, last: second.right })
  }

  const readAll = async (appIds: readonly AppId[]): Promise<readonly AppFound[]> => {
    const remembered: Remembered = new Map(appIds.map((appId) => [appId, known.get(appId)]))
    const failed = (outage: E.Either<StorageUnavailable, never>) => appIds.map(() => outage)
    const read = await readNewer(remembered)
    if (E.isLeft(read)) return failed(read)
    const { first, last } = read.right
    // If they are newer than the rest, the catalog's older epoch shows that it is outdated.
    const shared = await readShared(last.everyone)
    if (E.isLeft(shared)) return failed(shared)
    return appIds.map((appId) => {
      const app = remembered.get(appId)
      const parts = last.complete(appId, app?.parts)
      if (parts === undefined) return E.right(undefined)
      // Cached parts are known to be current as of the first reading.
      const { epoch } = app === undefined ? last : first
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
  return {
    noteVersions: noticed.note,
    read: async (appId) => {
      const read = await line.submit(appId)
      // The queue is unbounded, so a left is always a failure of the reading.
      return E.isLeft(read) ? E.left({ _tag: 'StorageUnavailable', cause: read.left.cause }) : read.right
    },
  }
}
