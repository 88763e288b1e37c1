import type { Lane } from '../../kernel/messages/lane.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** As of when, and from when on something is counted. */
export interface OverviewBounds {
  readonly nowMs: EpochMs
  /** OTPs that were sent in this slice of time or later (`sliceOf`). */
  readonly otpsSinceMs: EpochMs
}

/** The messages of a lane that are due and wait for a dispatcher. */
export interface LaneBacklog {
  readonly lane: Lane
  /** Counted no further than 100,000. */
  readonly waiting: number
  /** Since when the one has been due that is due longest; undefined where none waits. */
  readonly sinceMs: EpochMs | undefined
}

/** How many of the messages that are due longest are an Organization's. */
export interface OrganizationBacklog {
  readonly organizationId: OrganizationId
  readonly displayName: string
  readonly waiting: number
}

/** Money that acceptance reserved and nothing has settled or released yet. */
export interface HeldMoney {
  readonly environment: Environment
  readonly currency: string
  readonly heldMinor: number
}

/** How the platform is at a moment, as far as no other port says it. */
export interface PlatformOverview {
  /** Every lane, the most urgent first. */
  readonly lanes: readonly LaneBacklog[]
  /** The ten with the most, of all lanes, among the 10,000 messages of each lane that are due longest. */
  readonly organizations: readonly OrganizationBacklog[]
  /** Outcomes that are unknown, among the 10,000 messages listed longest. */
  readonly unconfirmed: number
  /** Since when the one has been unknown that has been so longest. */
  readonly unconfirmedSinceMs: EpochMs | undefined
  /** In the order of environments and currencies; those without any are left out. */
  readonly held: readonly HeldMoney[]
  readonly otpsSent: number
  readonly otpsVerified: number
  readonly templateReviews: number
  readonly openTickets: number
  readonly waitingChats: number
}

/** What an overview shows of the present (docs/decisions/0051). */
export interface OverviewStorage {
  /** Counts and adds up what is there now. */
  read(bounds: OverviewBounds): TE.TaskEither<StorageUnavailable, PlatformOverview>
}
