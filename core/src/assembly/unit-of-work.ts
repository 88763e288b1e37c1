import type { BalanceAlert } from '../ledger/domain/balance-alert.js'
import type { RestoredRights } from '../platform/domain/installation/rights.js'
import type { RestoreHeldQuery } from '../platform/ports/installation-storage.js'
import type { RestoreHold, Installation } from '../kernel/installation/installation.js'
import type { InstallationFingerprint } from '../kernel/installation/fingerprint.js'
import type { StoredTestMessage } from '../providers/domain/test-message.js'
import type { StoredInbound } from '../providers/domain/inbound/inbound-message.js'
import type { Approval } from '../approvals/domain/approval.js'
import type { AuditEntry, AuditHead } from '../audit/domain/chain.js'
import type { BlockedDestination } from '../catalog/domain/blocked-destination.js'
import type {
  ErasureId,
  AppId,
  ApprovalId,
  AttachmentId,
  BrandId,
  ChatId,
  InboundId,
  InvitationId,
  MessageId,
  OrganizationId,
  ProjectId,
  ProviderAccountId,
  ReceiptId,
  SessionId,
  TemplateId,
  TemplateReportId,
  TemplateVersionId,
  TicketId,
  UserId,
} from '../kernel/ids/id.js'
import type { FailingMessage, ProcessingFailures } from '../providers/domain/calls/dead-letter.js'
import type { Settlement } from '../messaging/domain/dispatch/settle.js'
import type { Account, AccountKey } from '../ledger/domain/account.js'
import type { KeyVersion } from '../kernel/installation/key-version.js'
import type { KeyId } from '../kernel/ids/key-id.js'
import type { Digest } from '../kernel/digests/digest.js'
import type { LedgerEvent } from '../ledger/domain/ledger-event.js'
import type { MailJob } from '../identity/domain/mail/mail-job.js'
import type { OperationResult } from '../runner/domain/results/operation-result.js'
import type { PrefixBlock } from '../otp/domain/breaker.js'
import type { Enrolment } from '../identity/domain/people/enrolment.js'
import type { Invitation, Member } from '../identity/domain/people/member.js'
import type { Recovery } from '../identity/domain/people/recovery.js'
import type { SecondFactor } from '../identity/domain/people/second-factor.js'
import type { SignUp } from '../identity/domain/people/sign-up.js'
import type { Session, TokenRecord } from '../identity/domain/people/session.js'
import type { Throttle } from '../limits/domain/throttle.js'
import type { Receipt, ReceiptState } from '../providers/domain/receipts/receipt.js'
import type { PriceSlot, PriceVersion } from '../ledger/domain/pricing/price-version.js'
import type { CommitUnknown, StorageUnavailable } from '../kernel/refusals/outage.js'
import type { Attachment } from '../support/domain/attachment.js'
import type { Chat, ChatMessage } from '../support/domain/chat.js'
import type { Reply, Ticket } from '../support/domain/ticket.js'
import type { ConsentRepositories } from '../consent/ports/consent-repositories.js'
import type { BillingProfile } from '../tenancy/domain/billing-profile.js'
import type { App, Brand, Environment, Organization, Project } from '../tenancy/domain/records.js'
import type { Erasure } from '../messaging/domain/erasure/erasure.js'
import type { NumberPrefix } from '../channels/number-prefix.js'
import type { SenderRuleOverride } from '../tenancy/domain/senders/sender-rules.js'
import type { ChannelConfiguration } from '../tenancy/domain/service-configuration.js'
import type { ReplyRepositories } from '../messaging/ports/reply-repositories.js'
import type { HeldSender } from '../catalog/domain/held-sender.js'
import type { RecipientId } from '../consent/domain/recipient-id.js'
import type { TestGrant } from '../templates/domain/test-grant.js'
import type { TemplateDraft } from '../templates/domain/draft.js'
import type { TemplateVersion } from '../templates/domain/template.js'
import type { StoredTemplateReport } from '../templates/domain/template-report.js'
import type { EpochMs } from '../kernel/time/epoch-ms.js'
import type { E, TE } from '../fp.js'
import type { BulkRepository } from '../bulk/ports/bulk-storage.js'
import type { EventNotes } from '../feed/ports/event-notes.js'
import type { BudgetRepository } from '../ledger/ports/budget-storage.js'
import type { WorkItem, WorkFacts } from '../messaging/ports/dispatch-storage.js'
import type { Checkpoint, LedgerStatus } from '../ledger/ports/ledger-storage.js'
import type {
  OperatorSessionRepository,
  PersonSessionRepository,
  SessionTicketRepository,
} from '../identity/ports/cookie-session-storage.js'
import type { SessionFacts } from '../identity/ports/people-storage.js'
import type { AgentKeyRepository, CredentialRepository } from '../identity/ports/program-access-storage.js'
import type { ProviderTestRepository } from '../providers/ports/provider-test-storage.js'
import type { ErasableRepository, Repository } from '../kernel/ports/repository.js'
import type { ProviderAccountRepository, StarterRepository } from '../templates/ports/starter-storage.js'
import type { SuperAdmins, Users } from '../identity/ports/user-storage.js'
import type { WebhookEndpoints } from '../webhooks/ports/webhook-endpoints.js'

export type MemberKey = Pick<Member, 'organizationId' | 'userId'>
export type SenderRuleKey = Pick<SenderRuleOverride, 'country' | 'kind'>

export type ConfigurationKey = Pick<ChannelConfiguration, 'appId' | 'channel'>
export type DraftKey = Pick<TemplateDraft, 'draftId' | 'version'>
export type PrefixKey = Pick<PrefixBlock, 'appId' | 'prefix'>

interface Brands extends Repository<BrandId, Brand> {
  /** How many Brands the Organization has. */
  countOf(organizationId: OrganizationId): Promise<number>
}

interface Projects extends Repository<ProjectId, Project> {
  /** How many Projects the Brand has. */
  countOf(brand: Pick<Brand, 'organizationId' | 'brandId'>): Promise<number>
  /** The distinct environments of the Organization's Projects. */
  environmentsOf(organizationId: OrganizationId): Promise<readonly Environment[]>
}

interface Apps extends Repository<AppId, App> {
  /** How many apps the Project has. */
  countOf(project: Pick<Project, 'organizationId' | 'projectId'>): Promise<number>
}

interface Configurations extends Repository<ConfigurationKey, ChannelConfiguration> {
  /** The configurations that send through the account; they can't change within an exclusive unit. */
  by(providerAccountId: ProviderAccountId): Promise<readonly ChannelConfiguration[]>
}

interface NumberPrefixes extends ErasableRepository<string, NumberPrefix> {
  /** How many prefixes are allowed. Only exclusive units may count on it. */
  count(): Promise<number>
}

interface Members extends ErasableRepository<MemberKey, Member> {
  /** The Organization's owners, locked, so that two of them can't revoke each other at once. */
  lockOwners(organizationId: OrganizationId): Promise<readonly Member[]>
  /** How many members the Organization has. */
  countOf(organizationId: OrganizationId): Promise<number>
  /** How many Organizations the user owns. */
  countOwned(userId: UserId): Promise<number>
}

interface Invitations extends Repository<InvitationId, Invitation> {
  /** Like `lock`, by the verifier of the token in the latest email. */
  lockByVerifier(verifier: Digest): Promise<Invitation | undefined>
  /** The Organization's pending invitations of an address, locked. */
  lockPending(organizationId: OrganizationId, emailKey: string): Promise<readonly Invitation[]>
  /** How many invitations of the Organization can be accepted now. */
  countOpen(organizationId: OrganizationId, nowMs: EpochMs): Promise<number>
}

interface Sessions extends Repository<SessionId, Session> {
  /** The user's sessions that haven't ended or expired, oldest first, locked. */
  lockLive(userId: UserId, nowMs: EpochMs): Promise<readonly Session[]>
  /** The token with this verifier; tokens never change, so it isn't locked. */
  token(verifier: Digest): Promise<TokenRecord | undefined>
  addTokens(tokens: readonly TokenRecord[]): void
  /** The owner of an access token with their present rights, fixed while the unit holds the epoch. */
  bearer(verifier: Digest): Promise<SessionFacts | undefined>
}

interface Chats extends Repository<ChatId, Chat> {
  /** How many chats of the Organization are open or waiting. */
  countOpen(organizationId: OrganizationId): Promise<number>
  addMessage(message: ChatMessage): void
}

interface Tickets extends Repository<TicketId, Ticket> {
  /** How many tickets of the Organization are open or waiting for the customer. */
  countOpen(organizationId: OrganizationId): Promise<number>
  addReplies(replies: readonly Reply[]): void
  /**
   * Adds the messages of the chat, which must be locked, as replies of the ticket. Authors, times and order
   * are kept; each reply's identifier has the digits of its message's identifier.
   */
  addTranscript(ticketId: TicketId, chatId: ChatId): void
  /** How many replies the ticket has received since this moment. */
  countReplies(ticketId: TicketId, fromMs: EpochMs): Promise<number>
}

interface Attachments extends Repository<AttachmentId, Attachment> {
  /** How many attachments the ticket has. */
  countOn(ticketId: TicketId): Promise<number>
  /** How many of the Organization's attachments belong to no ticket. */
  countAnnounced(organizationId: OrganizationId): Promise<number>
  /** The total announced size of the Organization's attachments, in bytes. */
  bytesOf(organizationId: OrganizationId): Promise<number>
}

interface TemplateDrafts extends Repository<DraftKey, TemplateDraft> {
  /** The newest version of the draft, locked with the draft, so that no one else can start the next. */
  lockNewest(draftId: TemplateId): Promise<TemplateDraft | undefined>
  /** The version that is approved or paused, locked; undefined if there is none. */
  lockInUse(draftId: TemplateId): Promise<TemplateDraft | undefined>
  /**
   * The Organization's versions that a vendor knows, locked: approved or paused versions that are registered
   * with one, and versions that were submitted to one under a name and wait for its decision.
   */
  lockKnownToVendor(organizationId: OrganizationId): Promise<readonly TemplateDraft[]>
  /** How many drafts the Organization has. */
  countOf(organizationId: OrganizationId): Promise<number>
  /** The languages of the template besides its own, in the order of their drafts. Lock the Organization first. */
  languagesOf(organizationId: OrganizationId, templateId: TemplateId): Promise<readonly string[]>
}

interface Throttles extends Repository<Digest, Throttle> {
  /** The existing records among these keys, all locked; always in the same order, to prevent deadlocks. */
  lockAll(keys: readonly Digest[]): Promise<readonly Throttle[]>
}

interface Recoveries extends ErasableRepository<UserId, Recovery> {
  /** Like `lock`, by the verifier of the token in the email. */
  lockByVerifier(verifier: Digest): Promise<Recovery | undefined>
}

interface SignUps extends ErasableRepository<string, SignUp> {
  /** Like `lock`, by the verifier of the token in the newest link. */
  lockByVerifier(verifier: Digest): Promise<SignUp | undefined>
}

interface Enrolments extends ErasableRepository<UserId, Enrolment> {
  /** Like `lock`, by the verifier of the token in the newest link. */
  lockByVerifier(verifier: Digest): Promise<Enrolment | undefined>
}

interface MessagesAtWork {
  /**
   * Locks the message and then its account, and gathers its facts and pending work, like
   * `DispatchStorage.work`. If the message doesn't exist, the facts have none.
   */
  gather(item: WorkItem): Promise<WorkFacts>
  /** Writes the decisions about messages that were gathered in this unit. */
  settle(settlement: Settlement): void
  /** The parts of the message that can be read even if it is corrupt, locked. */
  lockFailing(messageId: MessageId): Promise<FailingMessage | undefined>
  /** Makes the message due at this moment, if it is still listed. */
  makeDue(messageId: MessageId, atMs: EpochMs): void
}

interface ReceiptsAtWork {
  /** The receipt, locked. Lock the message that it may belong to first. */
  lock(receiptId: ReceiptId): Promise<Receipt | undefined>
  /** Writes the state of a locked receipt; its content never changes. */
  conclude(receiptId: ReceiptId, state: ReceiptState): void
}

interface Figures {
  /** The account and its checkpoint, both locked. */
  lock(key: AccountKey): Promise<LedgerStatus>
  /** Writes the figures of the locked account, and the checkpoint that verified them against its ledger. */
  restore(account: Account, checkpoint: Checkpoint): void
}

interface Approvals extends Repository<ApprovalId, Approval> {
  /** The pending proposal in this price slot, locked; of two added at once, the second finds the first. */
  lockPendingPrice(slot: PriceSlot): Promise<Approval | undefined>
  /** How many pending proposals the user has. */
  countPending(makerId: UserId): Promise<number>
}

interface Prices {
  /** The price version in this slot; it never changes. */
  inSlot(slot: PriceSlot): Promise<PriceVersion | undefined>
  /** Adds a price version, which can't be changed afterwards. */
  add(price: PriceVersion): void
}

interface Ledger {
  /** The account, locked, so that its next event follows its last; undefined if nothing was posted yet. */
  lock(key: AccountKey): Promise<Account | undefined>
  /** Posts the next events of a locked account; `account` is its state after the last of them. */
  post(account: Account, events: readonly LedgerEvent[]): void
}

interface Keys {
  /** All key versions, in order, locked. */
  lockVersions(): Promise<readonly KeyVersion[]>
  /** Makes this the sealing key from the end of the exclusive unit on, and closes all other versions. */
  name(keyId: KeyId, atMs: EpochMs): void
  /** Records that everything is now sealed under the current key. */
  finish(keyId: KeyId, atMs: EpochMs): void
}

interface AuditChains {
  /** The head of the chain, locked until the unit ends. Lock it last: every audited action waits for it. */
  lockHead(organizationId: OrganizationId | undefined): Promise<AuditHead>
  /** Appends the next entries of a chain whose head is locked, in order. */
  append(entries: readonly AuditEntry[]): void
}

interface Restoration {
  /** The installation's row, locked until the unit ends. */
  lock(): Promise<Installation>
  /** The present credentials and rights that give access. */
  rights(): Promise<RestoredRights>
  /** Messages that wait for a super admin's decision, in the order of their identifiers. */
  restoreHeld(query: RestoreHeldQuery): Promise<readonly MessageId[]>
  /** Releases messages that were held after a restore: each is due at this moment, if it is still listed. */
  release(messageIds: readonly MessageId[], atMs: EpochMs): void
  /** Ends every session, and every open recovery, invitation, sign-up link and enrollment link. */
  endAccess(atMs: EpochMs): void
  /** Ends the hold: writes the new fingerprint and restore hold. */
  end(fingerprint: InstallationFingerprint, restoreHold: RestoreHold): void
}

interface LedgerHeads {
  /** Sets the key pair for signing ledger heads (private half sealed); lock the installation's row first. */
  signWith(publicKey: string, sealed: string): void
  /** Records that ledger heads were signed at this moment. */
  noteAt(atMs: EpochMs): void
}

/** All records that can be changed in one transaction, read one by one: for rare changes by people. */
export interface UnitOfWork extends ConsentRepositories, ReplyRepositories {
  /** The catalog's epoch; it can't advance until the unit ends. */
  readonly epoch: number
  /** The sealing key for new values, fixed until the unit ends; undefined: none is set yet. */
  readonly sealingKey: KeyId | undefined
  readonly keys: Keys
  readonly events: EventNotes
  readonly webhookEndpoints: WebhookEndpoints
  readonly organizations: Repository<OrganizationId, Organization>
  readonly brands: Brands
  readonly projects: Projects
  readonly apps: Apps
  readonly credentials: CredentialRepository
  readonly configurations: Configurations
  readonly providerAccounts: ProviderAccountRepository
  readonly providerTests: ProviderTestRepository
  readonly blockedDestinations: ErasableRepository<string, BlockedDestination>
  readonly senderRules: ErasableRepository<SenderRuleKey, SenderRuleOverride>
  readonly numberPrefixes: NumberPrefixes
  readonly heldSenders: ErasableRepository<InboundId, HeldSender>
  readonly recipientIds: Repository<Digest, RecipientId>
  readonly prefixBlocks: Repository<PrefixKey, PrefixBlock>
  readonly billingProfiles: Repository<AppId, BillingProfile>
  readonly budgets: BudgetRepository
  /** Keyed by account. Only exclusive units may add one. */
  readonly balanceAlerts: Repository<AccountKey, BalanceAlert>
  readonly approvals: Approvals
  readonly bulks: BulkRepository
  readonly erasures: Repository<ErasureId, Erasure>
  readonly prices: Prices
  readonly ledger: Ledger
  readonly users: Users
  readonly superAdmins: SuperAdmins
  readonly secondFactors: ErasableRepository<UserId, SecondFactor>
  readonly members: Members
  readonly invitations: Invitations
  readonly sessions: Sessions
  readonly operatorSessions: OperatorSessionRepository
  readonly personSessions: PersonSessionRepository
  readonly sessionTickets: SessionTicketRepository
  readonly agentKeys: AgentKeyRepository
  readonly recoveries: Recoveries
  /** Keyed by the normalized email address. */
  readonly signUps: SignUps
  readonly enrolments: Enrolments
  readonly throttles: Throttles
  readonly chats: Chats
  readonly tickets: Tickets
  readonly attachments: Attachments
  readonly templateDrafts: TemplateDrafts
  /** The template versions that sends use; a newly approved one replaces its predecessor. */
  readonly templates: ErasableRepository<TemplateVersionId, TemplateVersion>
  /** The platform's own templates, for copying; changed only in exclusive units. */
  readonly starters: StarterRepository
  /** The test grants of Organizations; changed only in exclusive units. */
  readonly testGrants: Repository<OrganizationId, TestGrant>
  readonly mailJobs: Pick<Repository<string, MailJob>, 'add'>
  readonly results: Repository<Digest, OperationResult>
  readonly messages: MessagesAtWork
  readonly processingFailures: Repository<MessageId, ProcessingFailures>
  readonly receipts: ReceiptsAtWork
  readonly inbound: Pick<Repository<InboundId, StoredInbound>, 'lock' | 'add' | 'replace'>
  readonly testMessages: Pick<Repository<MessageId, StoredTestMessage>, 'lock'>
  readonly templateReports: Pick<Repository<TemplateReportId, StoredTemplateReport>, 'lock' | 'replace'>
  readonly figures: Figures
  readonly audit: AuditChains
  readonly restoration: Restoration
  readonly ledgerHeads: LedgerHeads
}

/**
 * How a unit locks the epoch. `exclusive` is for versioned records (tenants, people, credentials, what may be
 * sent): one such unit runs at a time, and the epoch advances when it commits. `shared` is for everything
 * else: the versioned records can't change meanwhile.
 */
export type LockMode = 'shared' | 'exclusive'

/** Changes several records in one transaction. */
export interface UnitStorage {
  /**
   * Runs `work` in one transaction: commits its writes if it returns right, and rolls back if it returns
   * left. After a deadlock it runs again from the start, so it must have no side effects outside the unit. It
   * must await every call of the unit and catch nothing. Calls made together run in order, in one round trip.
   */
  transact<L, A>(
    lockMode: LockMode,
    work: (unit: UnitOfWork) => Promise<E.Either<L, A>>,
  ): TE.TaskEither<L | StorageUnavailable | CommitUnknown, A>
  /** Deletes at most `most` mutation results written before this moment. Right: the number deleted. */
  purgeResults(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
