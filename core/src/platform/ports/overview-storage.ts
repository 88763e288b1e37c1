import type { Lane } from '../../kernel/messages/lane.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** The time bounds of the overview. */
export interface OverviewBounds {
  readonly nowMs: EpochMs
  /** Counts OTPs that were sent in this slice of time or later (`sliceOf`). */
  readonly otpsSinceMs: EpochMs
}

/** The due messages of a lane that wait for a dispatcher. */
export interface LaneBacklog {
  readonly lane: Lane
  /** Counted up to 100,000. */
  readonly waiting: number
  /** The due time of the message that has waited longest; undefined if none waits. */
  readonly sinceMs: EpochMs | undefined
}

/** How many of the longest-waiting messages belong to an Organization. */
export interface OrganizationBacklog {
  readonly organizationId: OrganizationId
  readonly displayName: string
  readonly waiting: number
}

/** Money that acceptance reserved and that isn't settled or released yet. */
export interface HeldMoney {
  readonly environment: Environment
  readonly currency: string
  readonly heldMinor: number
}

/** The state of the platform at a moment, except for data of other ports. */
export interface PlatformOverview {
  /** All lanes, the most urgent first. */
  readonly lanes: readonly LaneBacklog[]
  /**
   * The ten Organizations with the most waiting messages, among the 10,000 of each lane that are due longest.
   */
  readonly organizations: readonly OrganizationBacklog[]
  /** Unknown outcomes, among the 10,000 messages listed longest. */
  readonly unconfirmed: number
  /** Since when the oldest unknown outcome has been unknown. */
  readonly unconfirmedSinceMs: EpochMs | undefined
  /** Ordered by environment and currency; empty ones are omitted. */
  readonly held: readonly HeldMoney[]
  readonly otpsSent: number
  readonly otpsVerified: number
  readonly templateReviews: number
  readonly openTickets: number
  readonly waitingChats: number
}

/** The present figures of an overview (docs/decisions/0051). */
export interface OverviewStorage {
  /** Reads the current counts and sums. */
  read(bounds: OverviewBounds): TE.TaskEither<StorageUnavailable, PlatformOverview>
}
