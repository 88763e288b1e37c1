import type { CatalogChanges } from '../../domain/catalog/catalog-changes.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { StorageUnavailable } from '../../domain/refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/**
 * What this process knows of changes to the catalog. Facts about an Organization that were read at the epoch of its last change, or
 * later, are current, so a change in one Organization makes nothing of another one stale (docs/decisions/0085).
 */
export interface KnownChanges {
  /** Facts about the Organization are current if they were read at this epoch or later, as far as this process knows. */
  currentFrom(organizationId: OrganizationId): number
  /** The last changes that this process has noticed; there may be later ones, and earlier ones that it didn't notice. */
  noticed(organizations: readonly OrganizationId[]): CatalogChanges
  /** The last of them that concerns the Organization; 0 if there is none. */
  lastNoticed(organizationId: OrganizationId): number
  /** Starts a reading in the background if the last one is old: soon while changes come, else a few times per second. */
  keepUp(): void
  /** Reads the changes since the last reading. */
  read(): Promise<E.Either<StorageUnavailable, void>>
  /** Reads them unless a reading that started less than so many milliseconds ago has ended or is in progress. */
  readLately(withinMs: number): Promise<E.Either<StorageUnavailable, void>>
  /** Reads them if the last reading may not have seen this epoch. Calls at the same time share a reading. */
  readThrough(epoch: number): Promise<E.Either<StorageUnavailable, void>>
}

/** How long after a reading `keepUp` starts the next one: for a second after one that found changes, and otherwise. */
const WHILE_CHANGING_MS = 20
const WHILE_CALM_MS = 250
const CHANGING_FOR_MS = SECOND_MS

/** Organizations whose last change is remembered. If there are more, all that was read before now is read again. */
const MOST_REMEMBERED = 100_000

/** Starts without knowing any change: facts that were read before its first reading are not current. */
export const knownChanges = ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>): KnownChanges => {
  const organizations = new Map<OrganizationId, number>()
  let everyone = Number.MAX_SAFE_INTEGER
  let through: number | undefined
  let everyoneNoticed = 0
  let readAtMs: EpochMs = 0
  let changingUntilMs: EpochMs = 0
  let lately:
    { readonly startedAtMs: EpochMs; readonly reading: ReturnType<KnownChanges['read']> } | undefined

  const raise = (organizationId: OrganizationId, epoch: number): void => {
    organizations.set(organizationId, Math.max(epoch, organizations.get(organizationId) ?? 0))
  }

  const read: KnownChanges['read'] = async () => {
    readAtMs = clock.nowMs()
    const found = await storage.catalog.changes(through)()
    if (E.isLeft(found)) return found
    const { epoch, changes } = found.right
    // Before the first reading nothing is known to be current; from then on, what was read since.
    everyone = through === undefined ? epoch : Math.max(everyone, changes.everyone)
    for (const [organizationId, changedAt] of changes.organizations) raise(organizationId, changedAt)
    everyoneNoticed = Math.max(everyoneNoticed, changes.everyone)
    if (changes.everyone > 0 || changes.organizations.size > 0)
      changingUntilMs = clock.nowMs() + CHANGING_FOR_MS
    through = Math.max(through ?? 0, epoch)
    if (organizations.size > MOST_REMEMBERED) {
      organizations.clear()
      everyone = through
    }
    return E.right(undefined)
  }

  const readLately: KnownChanges['readLately'] = (withinMs) => {
    const startedAtMs = clock.nowMs()
    if (lately === undefined || startedAtMs >= lately.startedAtMs + withinMs)
      lately = { startedAtMs, reading: read() }
    return lately.reading
  }

  const hasSeen = (epoch: number): boolean => through !== undefined && through >= epoch
  let shared: ReturnType<KnownChanges['read']> | undefined
  const readShared = (): ReturnType<KnownChanges['read']> => {
    shared ??= read().finally(() => (shared = undefined))
    return shared
  }

  return {
    currentFrom: (organizationId) => Math.max(everyone, organizations.get(organizationId) ?? 0),
    noticed: (asked) => {
      const known = new Map<OrganizationId, number>()
      for (const organizationId of asked) {
        const epoch = organizations.get(organizationId)
        if (epoch !== undefined) known.set(organizationId, epoch)
      }
      return { everyone: everyoneNoticed, organizations: known }
    },
    lastNoticed: (organizationId) => Math.max(everyoneNoticed, organizations.get(organizationId) ?? 0),
    keepUp: () => {
      const nowMs = clock.nowMs()
      const dueAtMs = readAtMs + (nowMs < changingUntilMs ? WHILE_CHANGING_MS : WHILE_CALM_MS)
      if (shared === undefined && nowMs >= dueAtMs) void readShared()
    },
    read,
    readLately,
    readThrough: async (epoch) => {
      if (hasSeen(epoch)) return E.right(undefined)
      // A reading in progress may have started before the epoch.
      if (shared !== undefined) await shared
      return hasSeen(epoch) ? E.right(undefined) : readShared()
    },
  }
}
