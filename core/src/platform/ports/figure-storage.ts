import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The time bounds of the figures. */
export interface FigureBounds {
  readonly nowMs: EpochMs
  /** Counts unknown outcomes that haven't changed since before this moment. */
  readonly unconfirmedSinceMs: EpochMs
  /** Counts receipts that were received before this moment and match no message. */
  readonly orphanedSinceMs: EpochMs
  /** Prefix blocks created before this moment have expired. */
  readonly blockedSinceMs: EpochMs
  /** An account with less than this amount available is low. */
  readonly lowMinor: number
}

/** Accounts of one environment that once received money and have little or none left. */
export interface ShortAccounts {
  readonly environment: Environment
  /** Accounts with nothing available. */
  readonly empty: number
  /** Accounts with something available, but less than the low limit. */
  readonly low: number
}

/** How many items wait for a person, how many are stopped, and the provider accounts. */
export interface Figures {
  readonly unconfirmed: number
  readonly deadLetters: number
  readonly orphanReceipts: number
  readonly contradictoryReceipts: number
  /** Inbound messages about which a super admin has to decide. */
  readonly inboundTasks: number
  readonly pendingApprovals: number
  readonly waitingMails: number
  readonly prefixBlocks: number
  readonly blockedDestinations: number
  readonly suspendedOrganizations: number
  readonly disabledApps: number
  /** Both environments, in alphabetical order. */
  readonly shortAccounts: readonly ShortAccounts[]
  /** All of them, ordered by id. */
  readonly providerAccounts: ReadonlyArray<
    Pick<ProviderAccount, 'providerAccountId' | 'kind' | 'name' | 'status'>
  >
}

/** Figures for super admins that aren't counted as they happen (docs/decisions/0037). */
export interface FigureStorage {
  /**
   * Reads the figures in one round trip. Each examines a limited number of rows: those unchanged for longest
   * if age matters, otherwise the newest.
   */
  read(bounds: FigureBounds): TE.TaskEither<StorageUnavailable, Figures>
}
