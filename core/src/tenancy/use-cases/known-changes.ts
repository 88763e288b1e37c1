import type { CatalogChanges, ChangesAfterCommit, RecentChanges } from '../domain/catalog-changes.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { CatalogChangeStorage } from '../ports/catalog-change-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'

/**
 * The catalog changes that this process knows of. Facts about an Organization that were read at the epoch of
 * its last change, or later, are current. A change in one Organization therefore makes no facts about another
 * one stale (docs/decisions/0078).
 */
export interface KnownChanges {
  /** Facts about the Organization are current if they were read at this epoch or later, as far as this process knows. */
  currentFrom(organizationId: OrganizationId): number
  /** The same for credentials of the Organization. */
  credentialsFrom(organizationId: OrganizationId): number
  /** All changes until this epoch are known; 0 before the first read. */
  knownThrough(): number
  /** Facts about people and Agents are current if they were read at this epoch or later, as far as this process knows. */
  rightsFrom(): number
  /** The last changes that this process has noticed; there may be later ones, and earlier ones that it didn't notice. */
  noticed(organizations: readonly OrganizationId[]): CatalogChanges
  /** The last of them that affects the Organization; 0 if there is none. */
  lastNoticed(organizationId: OrganizationId): number
  /**
   * The changes to read with the next transaction; undefined if that isn't due. So a process
   * that writes knows of nearly all changes when its next transaction starts, without reads of their own.
   */
  wanted(): ChangesAfterCommit | undefined
  /**
   * Starts a read in the background if the last one is old: soon while changes occur, otherwise a few times
   * per second.
   */
  keepUp(): void
  /** Reads the changes since the last read. */
  read(): Promise<E.Either<StorageUnavailable, void>>
  /**
   * Reads them, unless a read that started less than `withinMs` milliseconds ago has ended or is in progress.
   */
  readLately(withinMs: number): Promise<E.Either<StorageUnavailable, void>>
  /** Reads them if the last read may not have seen this epoch. Concurrent calls share a read. */
  readThrough(epoch: number): Promise<E.Either<StorageUnavailable, void>>
}

/**
 * How long after a read the next one is wanted with a transaction, and started by `keepUp` if there was none:
 * for a second after a read that found changes, and otherwise.
 */
const WHILE_CHANGING_MS = { wanted: 0, started: 20 }
const WHILE_CALM_MS = { wanted: 250, started: 250 }
const CHANGING_FOR_MS = SECOND_MS

/**
 * The number of Organizations whose last change is kept. If there are more, all facts read before now are
 * read again.
 */
const MOST_REMEMBERED = 100_000

/** The last changes by Organization, and since when facts are current. */
const lastChanges = () => {
  const organizations = new Map<OrganizationId, number>()
  /** Facts that were read before this epoch aren't current; undefined: none are. */
  let floor: number | undefined
  let everyone = 0

  return {
    organizations,
    everyone: () => everyone,
    currentFrom: (organizationId: OrganizationId): number =>
      Math.max(floor ?? Number.MAX_SAFE_INTEGER, organizations.get(organizationId) ?? 0),
    /**
     * Adds the changes after an epoch, up to `through`. Without that epoch they are unknown: only facts read
     * from then on are current.
     */
    add: (changes: CatalogChanges, since: number | undefined, through: number): void => {
      floor = Math.max(floor ?? 0, since === undefined ? through : changes.everyone)
      everyone = Math.max(everyone, changes.everyone)
      for (const [organizationId, at] of changes.organizations)
        organizations.set(organizationId, Math.max(at, organizations.get(organizationId) ?? 0))
      if (organizations.size <= MOST_REMEMBERED) return
      organizations.clear()
      floor = Math.max(floor, through)
    },
  }
}

/** The changes that reads found. */
const foundChanges = () => {
  const sending = lastChanges()
  const credentials = lastChanges()
  let through: number | undefined
  let rights: number | undefined

  return {
    through: () => through,
    currentFrom: sending.currentFrom,
    credentialsFrom: credentials.currentFrom,
    rightsFrom: () => rights ?? Number.MAX_SAFE_INTEGER,
    add: (found: RecentChanges, since: number | undefined): void => {
      rights = Math.max(rights ?? 0, since === undefined ? found.epoch : found.rights)
      through = Math.max(through ?? 0, found.epoch)
      sending.add(found.changes, since, through)
      credentials.add(found.credentials, since, through)
    },
    lastNoticed: (organizationId: OrganizationId): number =>
      Math.max(sending.everyone(), sending.organizations.get(organizationId) ?? 0),
    noticed: (organizationIds: readonly OrganizationId[]): CatalogChanges => {
      const known = new Map<OrganizationId, number>()
      for (const organizationId of organizationIds) {
        const epoch = sending.organizations.get(organizationId)
        if (epoch !== undefined) known.set(organizationId, epoch)
      }
      return { everyone: sending.everyone(), organizations: known }
    },
  }
}

interface Needs {
  readonly storage: { readonly catalog: CatalogChangeStorage }
  readonly clock: Clock
}

/** When the next read is due. */
const readSchedule = (clock: Clock) => {
  let readAtMs: EpochMs = 0
  let changingUntilMs: EpochMs = 0
  return {
    began: (): void => {
      readAtMs = clock.nowMs()
    },
    found: ({ changes: { everyone, organizations } }: RecentChanges): void => {
      if (everyone > 0 || organizations.size > 0) changingUntilMs = clock.nowMs() + CHANGING_FOR_MS
    },
    isDue: (by: keyof typeof WHILE_CALM_MS): boolean => {
      const nowMs = clock.nowMs()
      const pauseMs = nowMs < changingUntilMs ? WHILE_CHANGING_MS : WHILE_CALM_MS
      return nowMs >= readAtMs + pauseMs[by]
    },
  }
}

type Reading = ReturnType<KnownChanges['read']>

/**
 * Starts without knowing any change: facts that were read before its first read aren't current. `readFacts` reads
 * facts that concern everyone: at the first read, and after each change of them.
 */
export const knownChanges = (
  { storage, clock }: Needs,
  readFacts: () => Promise<void> = () => Promise.resolve(),
): KnownChanges => {
  const { through, add, ...found } = foundChanges()
  const schedule = readSchedule(clock)
  let lately: { readonly startedAtMs: EpochMs; readonly reading: Reading } | undefined
  let shared: Reading | undefined

  const note = (recent: RecentChanges, since: number | undefined): Promise<void> | undefined => {
    add(recent, since)
    schedule.found(recent)
    return since === undefined || recent.changes.everyone > 0 ? readFacts() : undefined
  }
  const read: KnownChanges['read'] = async () => {
    schedule.began()
    const since = through()
    const recent = await storage.catalog.changes(since)()
    if (E.isLeft(recent)) return recent
    await note(recent.right, since)
    return E.right(undefined)
  }
  const readShared = (): Reading => {
    shared ??= read().finally(() => (shared = undefined))
    return shared
  }
  const hasSeen = (epoch: number): boolean => (through() ?? -1) >= epoch

  return {
    ...found,
    knownThrough: () => through() ?? 0,
    read,
    wanted: () => {
      const sinceEpoch = through()
      if (sinceEpoch === undefined || !schedule.isDue('wanted')) return undefined
      return {
        sinceEpoch,
        report: (recent) => {
          schedule.began()
          void note(recent, sinceEpoch)
        },
      }
    },
    keepUp: () => {
      if (shared === undefined && schedule.isDue('started')) void readShared()
    },
    readLately: (withinMs) => {
      const startedAtMs = clock.nowMs()
      if (lately === undefined || startedAtMs >= lately.startedAtMs + withinMs)
        lately = { startedAtMs, reading: read() }
      return lately.reading
    },
    readThrough: async (epoch) => {
      if (hasSeen(epoch)) return E.right(undefined)
      // A read in progress may have started before the epoch.
      if (shared !== undefined) await shared
      return hasSeen(epoch) ? E.right(undefined) : readShared()
    },
  }
}
