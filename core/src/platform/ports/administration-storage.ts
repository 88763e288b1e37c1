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
import type { ChannelConfiguration, ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { ProviderCall } from '../../providers/domain/calls/provider-health.js'
import type { Account } from '../../ledger/domain/account.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { TenancyTree } from '../../tenancy/ports/tenancy-storage.js'

export interface OrganizationQuery extends OrganizationSearch {
  /** The Organization that was shown last. */
  readonly before: OrganizationId | undefined
  readonly limit: number
}

/** An Organization and what belongs to it, of one moment. */
export interface OrganizationFile extends TenancyTree {
  readonly organization: Organization
  readonly members: number
  /** In the order of apps and channels. */
  readonly configurations: readonly ChannelConfiguration[]
  /** In the order of their currencies' names, of each production first. */
  readonly accounts: readonly Account[]
}

export interface AuditQuery extends AuditSearch {
  /** Whose chain; `platform` is the one of what concerns no tenant; undefined: all of them. */
  readonly chain: OrganizationId | 'platform' | undefined
  /** The event that was shown last. */
  readonly before: AuditId | undefined
  readonly limit: number
}

/** Calls of providers. */
export interface ProviderCalls {
  readonly calls: readonly ProviderCall[]
  /** Whether there were more calls than were looked at. */
  readonly isSample: boolean
}

/** Tickets and chats, each list in the order that was asked for. */
export interface SupportQueue {
  readonly tickets: readonly Ticket[]
  readonly chats: readonly Chat[]
}

/** Which tickets and chats are listed. */
export interface SupportCaseQuery {
  /** Only open ones that are assigned to this super admin; undefined: all. */
  readonly operatorId: UserId | undefined
  /** The ticket or chat that was shown last. */
  readonly before: TicketId | ChatId | undefined
  readonly limit: number
}

export interface AppSearchQuery {
  /** Part of a name, whatever its case, or the beginning of an identifier; undefined: all. */
  readonly text: string | undefined
  /** The app that was shown last. */
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
  /** The key that was shown last. */
  readonly before: AgentKeyId | undefined
  readonly limit: number
}

/** A key and when it was used last. */
export interface AgentKeyUsage {
  readonly key: AgentKey
  /** The start of the hour; undefined: never. */
  readonly lastUsedAtMs: EpochMs | undefined
}

export interface SuppressionQuery {
  readonly organizationId: OrganizationId
  /** Whom they are about; undefined: anybody. */
  readonly recipient: Digest | undefined
  /** The suppression that was shown last. */
  readonly before: SuppressionId | undefined
  readonly limit: number
}

/** A super admin, and the person. */
export interface SuperAdminProfile {
  readonly admin: SuperAdmin
  readonly user: User
}

/** The whole platform, as super admins read it. */
export interface AdministrationStorage {
  /** Organizations, newest first. A page looks at a bounded number of them, whatever is looked for. */
  organizations(
    query: OrganizationQuery,
  ): TE.TaskEither<StorageUnavailable, AsOf<PartOf<Organization, OrganizationId>>>
  /** The Organization with what belongs to it; undefined where there is none. */
  organization(
    organizationId: OrganizationId,
  ): TE.TaskEither<StorageUnavailable, AsOf<OrganizationFile | undefined>>
  /** Apps of all Organizations, newest first. A page looks at a bounded number of them, whatever is looked for. */
  apps(query: AppSearchQuery): TE.TaskEither<StorageUnavailable, AsOf<PartOf<FoundApp, AppId>>>
  /** Provider accounts, all of them, in the order of ids. */
  providerAccounts(): TE.TaskEither<StorageUnavailable, AsOf<readonly ProviderAccount[]>>
  /**
   * The calls of providers that began at the moment or later, for messages that were accepted within the day before it
   * or later: those for the newest messages, a bounded number of them.
   */
  providerCalls(sinceMs: EpochMs): TE.TaskEither<StorageUnavailable, AsOf<ProviderCalls>>
  /**
   * Open tickets, all or those of one priority, and, where no priority is named, chats that wait; from after the one
   * that was shown last on, by their ids, and at most `limit` of each.
   */
  waiting(
    priority: TicketPriority | undefined,
    after: TicketId | ChatId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<SupportQueue>>
  /** Tickets and chats, each list with the newest first, and at most `limit` of each. */
  supportCases(query: SupportCaseQuery): TE.TaskEither<StorageUnavailable, AsOf<SupportQueue>>
  /**
   * Events by their ids, newest first. A page looks at a bounded number of them, whatever is looked for; the clocks of
   * processes differ by less than a minute.
   */
  auditEvents(query: AuditQuery): TE.TaskEither<StorageUnavailable, AsOf<PartOf<AuditEntry, AuditId>>>
  /** Super admins by their users' ids, from after one on. */
  superAdmins(
    after: UserId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly SuperAdminProfile[]>>
  /** An Organization's suppressions, newest first. */
  suppressions(query: SuppressionQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly Suppression[]>>
  /** Agent keys, newest first. */
  agentKeys(query: AgentKeyQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly AgentKeyUsage[]>>
  /** The bootstrap keys that a person answers for, newest first, from before one on. */
  bootstrapKeys(
    sponsorId: UserId,
    before: AgentKeyId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly AgentKeyUsage[]>>
  /** Remembers that Agent keys were used in the hour that begins at the moment. */
  noteAgentUses(agentKeyIds: readonly AgentKeyId[], hourMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
}
