import type { PartOf } from '../../kernel/ports/part-of.js'
import type { AgentKey, KeyKind } from '../../identity/domain/agents/agent-key.js'
import type { AuditSearch } from '../../audit/domain/audit-search.js'
import type { AuditEntry } from '../../audit/domain/chain.js'
import type {
  AgentKeyId,
  AppId,
  AuditId,
  ChatId,
  OrganizationId,
  SuppressionId,
  TicketId,
  UserId,
} from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { Suppression } from '../../consent/domain/suppression.js'
import type { SuperAdmin, User } from '../../identity/domain/people/user.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Chat } from '../../support/domain/chat.js'
import type { Ticket, TicketPriority } from '../../support/domain/ticket.js'
import type { OrganizationSearch } from '../../tenancy/domain/organization-search.js'
import type { App, Organization } from '../../tenancy/domain/records.js'
import type { ChannelConfiguration } from '../../tenancy/domain/service-configuration.js'
import type { ProviderCall } from '../../providers/domain/calls/provider-health.js'
import type { Account } from '../../ledger/domain/account.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { AgentUsageStorage } from '../../identity/ports/agent-usage-storage.js'
import type { VersionedAccountStorage } from '../../providers/ports/provider-account-storage.js'
import type { TenancyTree } from '../../tenancy/ports/tenancy-storage.js'

export interface OrganizationQuery extends OrganizationSearch {
  /** The last Organization of the previous page. */
  readonly before: OrganizationId | undefined
  readonly limit: number
}

/** An Organization and its records, read at one moment. */
export interface OrganizationFile extends TenancyTree {
  readonly organization: Organization
  readonly members: number
  /** Ordered by app and channel. */
  readonly configurations: readonly ChannelConfiguration[]
  /** Ordered by currency code, production first. */
  readonly accounts: readonly Account[]
}

export interface AuditQuery extends AuditSearch {
  /** The chain to read: an Organization's, or `platform` for events without a tenant; undefined: all. */
  readonly chain: OrganizationId | 'platform' | undefined
  /** The last event of the previous page. */
  readonly before: AuditId | undefined
  readonly limit: number
}

/** Provider calls. */
export interface ProviderCalls {
  readonly calls: readonly ProviderCall[]
  /** Whether there were more calls than were examined. */
  readonly isSample: boolean
}

/** Tickets and chats, each list in the requested order. */
export interface SupportQueue {
  readonly tickets: readonly Ticket[]
  readonly chats: readonly Chat[]
}

/** Which tickets and chats to list. */
export interface SupportCaseQuery {
  /** Only open ones that are assigned to this super admin; undefined: all. */
  readonly operatorId: UserId | undefined
  /** The last ticket or chat of the previous page. */
  readonly before: TicketId | ChatId | undefined
  readonly limit: number
}

export interface AppSearchQuery {
  /** Part of a name in any case, or the start of an identifier; undefined: all. */
  readonly text: string | undefined
  /** The last app of the previous page. */
  readonly before: AppId | undefined
  readonly limit: number
}

/** An app and the name of its Organization. */
export interface FoundApp {
  readonly app: App
  readonly organizationName: string
}

export interface AgentKeyQuery {
  readonly organizationId: OrganizationId | undefined
  readonly kind: KeyKind | undefined
  /** The last key of the previous page. */
  readonly before: AgentKeyId | undefined
  readonly limit: number
}

/** A key and when it was last used. */
export interface AgentKeyUsage {
  readonly key: AgentKey
  /** The start of the hour; undefined: never. */
  readonly lastUsedAtMs: EpochMs | undefined
}

export interface SuppressionQuery {
  readonly organizationId: OrganizationId
  /** The recipient; undefined: all. */
  readonly recipient: Digest | undefined
  /** The last suppression of the previous page. */
  readonly before: SuppressionId | undefined
  readonly limit: number
}

/** A super admin and their user. */
export interface SuperAdminProfile {
  readonly admin: SuperAdmin
  readonly user: User
}

/** Reads of the whole platform for super admins. */
export interface AdministrationStorage extends AgentUsageStorage, VersionedAccountStorage {
  /** Organizations, newest first. A page examines a limited number of them, whatever the search. */
  organizations(
    query: OrganizationQuery,
  ): TE.TaskEither<StorageUnavailable, AsOf<PartOf<Organization, OrganizationId>>>
  /** The Organization and its records; undefined if it doesn't exist. */
  organization(
    organizationId: OrganizationId,
  ): TE.TaskEither<StorageUnavailable, AsOf<OrganizationFile | undefined>>
  /**
   * Apps of all Organizations, newest first. A page examines a limited number of them, whatever the search.
   */
  apps(query: AppSearchQuery): TE.TaskEither<StorageUnavailable, AsOf<PartOf<FoundApp, AppId>>>
  /**
   * The provider calls since this moment, for messages that were accepted at most a day before it: the newest
   * messages first, up to a limit.
   */
  providerCalls(sinceMs: EpochMs): TE.TaskEither<StorageUnavailable, AsOf<ProviderCalls>>
  /**
   * Open tickets, all or those of one priority. If no priority is given, also waiting chats. Ordered by id
   * after the last one shown, at most `limit` of each.
   */
  waiting(
    priority: TicketPriority | undefined,
    after: TicketId | ChatId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<SupportQueue>>
  /** Tickets and chats, each list newest first, at most `limit` of each. */
  supportCases(query: SupportCaseQuery): TE.TaskEither<StorageUnavailable, AsOf<SupportQueue>>
  /**
   * Events ordered by id, newest first. A page examines a limited number of them, whatever the search; the
   * clocks of processes differ by less than a minute.
   */
  auditEvents(query: AuditQuery): TE.TaskEither<StorageUnavailable, AsOf<PartOf<AuditEntry, AuditId>>>
  /** Super admins ordered by user id, after the given one. */
  superAdmins(
    after: UserId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly SuperAdminProfile[]>>
  /** An Organization's suppressions, newest first. */
  suppressions(query: SuppressionQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly Suppression[]>>
  /** Agent keys, newest first. */
  agentKeys(query: AgentKeyQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly AgentKeyUsage[]>>
  /** The bootstrap keys that a person sponsors, newest first, before the given one. */
  bootstrapKeys(
    sponsorId: UserId,
    before: AgentKeyId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly AgentKeyUsage[]>>
}
