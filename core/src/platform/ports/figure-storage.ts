import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** From when on something is counted. */
export interface FigureBounds {
  readonly nowMs: EpochMs
  /** Unknown outcomes that have not changed since before this moment. */
  readonly unconfirmedSinceMs: EpochMs
  /** Receipts that were received before this moment and match nothing. */
  readonly orphanedSinceMs: EpochMs
  /** Prefix blocks that were made before this moment are over. */
  readonly blockedSinceMs: EpochMs
  /** An account with less than so much available is low. */
  readonly lowMinor: number
}

/** Accounts of one environment to which money was given, and which have little or none of it left. */
export interface ShortAccounts {
  readonly environment: Environment
  /** Nothing is available. */
  readonly empty: number
  /** Something is, but less than what counts as low. */
  readonly low: number
}

/** How many things wait for a person, how many are stopped, and the health of the provider accounts. */
export interface Figures {
  readonly unconfirmed: number
  readonly deadLetters: number
  readonly orphanReceipts: number
  readonly contradictoryReceipts: number
  readonly pendingApprovals: number
  readonly waitingMails: number
  readonly prefixBlocks: number
  readonly blockedDestinations: number
  readonly suspendedOrganizations: number
  readonly disabledApps: number
  /** Both environments, in the order of their names. */
  readonly shortAccounts: readonly ShortAccounts[]
  /** All of them, in the order of ids. */
  readonly providerAccounts: ReadonlyArray<
    Pick<ProviderAccount, 'providerAccountId' | 'kind' | 'name' | 'status'>
  >
}

/** What operators watch and nobody counts as it happens (docs/decisions/0037). */
export interface FigureStorage {
  /**
   * Reads the figures in one round trip. Each looks at a bounded number of rows: those that changed least lately where
   * age is what matters, else the newest.
   */
  read(bounds: FigureBounds): TE.TaskEither<StorageUnavailable, Figures>
}
