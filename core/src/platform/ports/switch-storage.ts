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

/**
 * The apps that a switch may affect: an Organization's, those mapped to a provider account, or the given
 * ones.
 */
export type SwitchScope =
  | { readonly _tag: 'OfOrganization'; readonly organizationId: OrganizationId }
  | { readonly _tag: 'OfAccount'; readonly providerAccountId: ProviderAccountId }
  | { readonly _tag: 'OfApps'; readonly appIds: readonly AppId[] }

/** An app with its Organization and channels. */
export interface SwitchedApp {
  readonly app: App
  readonly organization: Organization
  readonly configurations: readonly ChannelConfiguration[]
}

/** The present records that emergency stops change. */
export interface SwitchRecords {
  /** Up to a limit, ordered by id. */
  readonly apps: readonly SwitchedApp[]
  /** Whether there may be more apps than were examined. */
  readonly isSample: boolean
  readonly providerAccounts: readonly ProviderAccount[]
  readonly blockedDestinations: readonly BlockedDestination[]
}

/** Messages that no provider has yet. */
export interface WaitingMessages {
  readonly messages: readonly WaitingMessage[]
  /** Whether there are more messages than were examined. */
  readonly isSample: boolean
}

/** All messages that were accepted since a moment. */
export interface RecentMessages {
  readonly messages: readonly RecentMessage[]
  readonly sinceMs: EpochMs
}

/** Which stopped targets to list. */
export interface StoppedQuery {
  /** Only these kinds, in the order of `TARGET_KINDS`. */
  readonly kinds: readonly TargetKind[]
  /** The last target of the previous page; undefined: start at the first. */
  readonly after: StoppedPosition | undefined
  readonly limit: number
}

/**
 * The effects of planned emergency stops, and of those already used (docs/decisions/0048). Each read examines a
 * limited number of rows, and never the content of messages.
 */
export interface SwitchStorage {
  /** The waiting messages of one Organization or all; the ones due soonest are examined first. */
  waiting(
    organizationId: OrganizationId | undefined,
  ): TE.TaskEither<StorageUnavailable, AsOf<WaitingMessages>>
  /**
   * The accepted messages of one Organization or all, since the given moment, or since a later one if there
   * are too many.
   */
  accepted(
    organizationId: OrganizationId | undefined,
    sinceMs: EpochMs,
  ): TE.TaskEither<StorageUnavailable, AsOf<RecentMessages>>
  /** The apps that a switch may affect, and its targets. */
  records(scope: SwitchScope): TE.TaskEither<StorageUnavailable, AsOf<SwitchRecords>>
  /** The stopped targets, by kind and ordered by id or number, each with its newest act that stopped it. */
  stopped(query: StoppedQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly StoppedTarget[]>>
}
