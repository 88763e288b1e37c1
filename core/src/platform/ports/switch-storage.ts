import type { BlockedDestination } from '../../catalog/domain/blocked-destination.js'
import type { AppId, OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TargetKind } from '../domain/switches/kill-switch.js'
import type { StoppedPosition, StoppedTarget } from '../domain/switches/stopped-target.js'
import type { RecentMessage, WaitingMessage } from '../domain/switches/switch-effect.js'
import type { App, Organization } from '../../tenancy/domain/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Whose apps a switch may concern: an Organization's, one, those that a provider account is mapped to, or these. */
export type SwitchScope =
  | { readonly _tag: 'OfOrganization'; readonly organizationId: OrganizationId }
  | { readonly _tag: 'OfAccount'; readonly providerAccountId: ProviderAccountId }
  | { readonly _tag: 'OfApps'; readonly appIds: readonly AppId[] }

/** An app, its Organization and its channels. */
export interface SwitchedApp {
  readonly app: App
  readonly organization: Organization
  readonly configurations: readonly ChannelConfiguration[]
}

/** What kill switches change, as it is. */
export interface SwitchRecords {
  /** A bounded number of them, in the order of ids. */
  readonly apps: readonly SwitchedApp[]
  /** Whether there may be more apps than were looked at. */
  readonly isSample: boolean
  readonly providerAccounts: readonly ProviderAccount[]
  readonly blockedDestinations: readonly BlockedDestination[]
}

/** Messages that no provider has yet. */
export interface WaitingMessages {
  readonly messages: readonly WaitingMessage[]
  /** Whether more are listed than were looked at. */
  readonly isSample: boolean
}

/** Messages that were accepted from a moment on, all of them. */
export interface RecentMessages {
  readonly messages: readonly RecentMessage[]
  readonly sinceMs: EpochMs
}

/** What of all that is stopped is looked for. */
export interface StoppedQuery {
  /** These alone, in the order of `TARGET_KINDS`. */
  readonly kinds: readonly TargetKind[]
  /** What was shown last; undefined: from the beginning. */
  readonly after: StoppedPosition | undefined
  readonly limit: number
}

/**
 * What a kill switch would hit, and what has been hit (docs/decisions/0048). Every reading looks at a bounded number of rows, whatever is there,
 * and at nothing of what messages say.
 */
export interface SwitchStorage {
  /** What waits, of an Organization or of all: what is due soonest is looked at first. */
  waiting(
    organizationId: OrganizationId | undefined,
  ): TE.TaskEither<StorageUnavailable, AsOf<WaitingMessages>>
  /** What was accepted, of an Organization or of all: from the moment on, or from a later one on where that would be too many. */
  accepted(
    organizationId: OrganizationId | undefined,
    sinceMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, AsOf<RecentMessages>>
  /** The apps that a switch may concern, and what it is thrown at. */
  records(scope: SwitchScope): TE.TaskEither<StorageUnavailable, AsOf<SwitchRecords>>
  /** What is stopped, by kind and in the order of ids or numbers, each with the newest of its acts that stopped it. */
  stopped(query: StoppedQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly StoppedTarget[]>>
}
