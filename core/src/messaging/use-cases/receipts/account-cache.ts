import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { VersionedAccountStorage } from '../../../providers/ports/provider-account-storage.js'
import type { CatalogStorage } from '../../../catalog/ports/catalog-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import { epochCache } from '../../../kernel/caching/epoch-cache.js'

type Accounts = readonly ProviderAccount[]

/** The result of a search among accounts; undefined if there is no match. */
type Found<A> = E.Either<StorageUnavailable, A | undefined>

/** All accounts are under one key, because they are few. */
const ALL = ''

/**
 * How long cached accounts are used without checking for changes, because unauthenticated callers determine
 * the rate of searches.
 */
const KEPT_MS = SECOND_MS

interface Needs {
  readonly storage: { readonly administration: VersionedAccountStorage; readonly catalog: CatalogStorage }
  readonly clock: Clock
}

/**
 * Searches the provider accounts, including disabled ones, in data at most one second old. If there is no
 * match, it searches again as of the current epoch, because the account may be newer.
 */
export const accountCache = ({ storage, clock }: Needs) => {
  const kept = epochCache<string, StorageUnavailable, AsOf<Accounts> & { readonly readAtMs: EpochMs }>({
    capacity: 1,
    epochOf: ({ epoch }) => epoch,
    load: async () => {
      const readAtMs = clock.nowMs()
      const read = await storage.administration.providerAccounts()()
      return E.isLeft(read) ? read : E.right({ ...read.right, readAtMs })
    },
  })
  const accountsIn = E.map((found: AsOf<Accounts> | undefined) => found?.value ?? [])
  const lately = async () => {
    const known = kept.peek(ALL, 0)
    const isFresh = known !== undefined && clock.nowMs() - known.readAtMs < KEPT_MS
    return isFresh ? E.right(known.value) : accountsIn(await kept.read(ALL))
  }
  const now = async () => {
    const epoch = await storage.catalog.epoch()()
    return E.isLeft(epoch) ? epoch : accountsIn(await kept.since(ALL, epoch.right))
  }
  return async <A>(look: (accounts: Accounts) => Found<A>): Promise<Found<A>> => {
    for (const read of [lately, now]) {
      const accounts = await read()
      if (E.isLeft(accounts)) return accounts
      const found = look(accounts.right)
      if (E.isLeft(found) || found.right !== undefined) return found
    }
    return E.right(undefined)
  }
}
