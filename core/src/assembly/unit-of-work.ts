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
  ReceiptId,
  SessionId,
  TemplateId,
  TemplateReportId,
  TemplateVersionId,
  TicketId,
  UserId,
  SuppressionId,
} from '../kernel/ids/id.js'
import type { FailingMessage, ProcessingFailures } from '../providers/domain/calls/dead-letter.js'
import type { Settlement } from '../messaging/domain/dispatch/settle.js'
import type { Account, AccountKey } from '../ledger/domain/account.js'
import type { KeyVersion } from '../platform/domain/keys/key-version.js'
import type { KeyId } from '../kernel/ids/key-id.js'
import type { Digest } from '../kernel/digests/digest.js'
import type { LedgerEvent } from '../ledger/domain/ledger-event.js'
import type { MailJob } from '../identity/domain/mail/mail-job.js'
import type { OperationResult } from '../runner/domain/results/operation-result.js'
import type { PrefixBlock } from '../otp/domain/breaker.js'
import type { Enrolment } from '../identity/domain/people/enrolment.js'
import type { Invitation, Member } from '../identity/domain/people/member.js'
import type { AdminPermission } from '../identity/domain/people/roles.js'
import type { Recovery } from '../identity/domain/people/recovery.js'
import type { SecondFactor } from '../identity/domain/people/second-factor.js'
import type { SignUp } from '../identity/domain/people/sign-up.js'
import type { Session, TokenRecord } from '../identity/domain/people/session.js'
import type { Throttle } from '../limits/domain/throttle.js'
import type { SuperAdmin, User } from '../identity/domain/people/user.js'
import type { Receipt, ReceiptState } from '../providers/domain/receipts/receipt.js'
import type { PriceSlot, PriceVersion } from '../ledger/domain/pricing/price-version.js'
import type { CommitUnknown, StorageUnavailable } from '../kernel/refusals/outage.js'
import type { Attachment } from '../support/domain/attachment.js'
import type { Chat, ChatMessage } from '../support/domain/chat.js'
import type { Reply, Ticket } from '../support/domain/ticket.js'
import type { Suppression, SuppressionSlot } from '../consent/domain/suppression.js'
import type { BillingProfile } from '../tenancy/domain/billing-profile.js'
import type { App, Brand, Environment, Organization, Project } from '../tenancy/domain/records.js'
import type { ChannelConfiguration } from '../tenancy/domain/service-configuration.js'
import type { TestGrant } from '../templates/domain/test-grant.js'
import type { TemplateDraft } from '../templates/domain/draft.js'
import type { TemplateVersion } from '../templates/domain/template.js'
import type { StoredTemplateReport } from '../templates/domain/template-report.js'
import type { EpochMs } from '../kernel/time/epoch-ms.js'
import type { E, TE } from '../fp.js'
import type { BulkRepository } from '../bulk/ports/bulk-storage.js'
import type { BudgetRepository } from '../ledger/ports/budget-storage.js'
import type { WorkItem, WorkFacts } from '../messaging/ports/dispatch-storage.js'
import type { Checkpoint, LedgerStatus } from '../ledger/ports/ledger-storage.js'
import type {
  OperatorSessionRepository,
  PersonSessionRepository,
  SessionTicketRepository,
} from '../identity/ports/cookie-session-storage.js'
import type { CallerFacts, SessionFacts } from '../identity/ports/people-storage.js'
import type { AgentKeyRepository, CredentialRepository } from '../identity/ports/program-access-storage.js'
import type { ProviderTestRepository } from '../providers/ports/provider-test-storage.js'
import type { ErasableRepository, Repository } from '../kernel/ports/repository.js'
import type { ProviderAccountRepository, StarterRepository } from '../templates/ports/starter-storage.js'

export type MemberKey = Pick<Member, 'organizationId' | 'userId'>
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
  /** The environments of the Organization's Projects, each once. */
  environmentsOf(organizationId: OrganizationId): Promise<readonly Environment[]>
}

interface Apps extends Repository<AppId, App> {
  /** How many apps the Project has. */
  countOf(project: Pick<Project, 'organizationId' | 'projectId'>): Promise<number>
}

interface Suppressions extends ErasableRepository<SuppressionId, Suppression> {
  /** As `lock`, by whose it is, whom it is about, and its source. */
  lockSlot(slot: SuppressionSlot): Promise<Suppression | undefined>
}

interface Users extends Repository<UserId, User> {
  /** As `lock`, by what the address is compared by. */
  lockByEmail(emailKey: string): Promise<User | undefined>
  /** Writes the password's hash alone: the same password, hashed anew, is nothing that the epoch versions. */
  rehash(user: User): void
}

interface SuperAdmins extends ErasableRepository<UserId, SuperAdmin> {
  /** Whether there is no super admin at all, not even a disabled one; in an exclusive unit it stays so until it ends. */
  isNone(): Promise<boolean>
  /** What a user may do on the whole platform, as it is now; held by the epoch. Undefined for no super admin. */
  operator(userId: UserId): Promise<CallerFacts | undefined>
  /** The super admins with the permission who are active users; in an exclusive unit they stay so until it ends. */
  holders(permission: AdminPermission): Promise<readonly UserId[]>
  /** Writes what is left of the second factor alone, its step and its recovery codes: nothing that the epoch versions. */
  saveFactor(admin: SuperAdmin): void
}

interface Members extends ErasableRepository<MemberKey, Member> {
  /** The Organization's owners, held: of two that would revoke one another, one sees what the other did. */
  lockOwners(organizationId: OrganizationId): Promise<readonly Member[]>
  /** How many members the Organization has. */
  countOf(organizationId: OrganizationId): Promise<number>
  /** How many Organizations the user owns. */
  countOwned(userId: UserId): Promise<number>
}

interface Invitations extends Repository<InvitationId, Invitation> {
  /** As `lock`, by the verifier of the token in the mail sent last. */
  lockByVerifier(verifier: Digest): Promise<Invitation | undefined>
  /** The Organization's pending invitations of an address, held. */
  lockPending(organizationId: OrganizationId, emailKey: string): Promise<readonly Invitation[]>
  /** How many invitations of the Organization can be accepted at the moment. */
  countOpen(organizationId: OrganizationId, nowMs: EpochMs): Promise<number>
}

interface Sessions extends Repository<SessionId, Session> {
  /** The user's sessions that did not end by themselves or otherwise, oldest first, held. */
  lockLive(userId: UserId, nowMs: EpochMs): Promise<readonly Session[]>
  /** The token with this verifier; a token never changes, so it is not held. */
  token(verifier: Digest): Promise<TokenRecord | undefined>
  addTokens(tokens: readonly TokenRecord[]): void
  /** Who an access token belongs to and what they are, as of now; held by the epoch. */
  bearer(verifier: Digest): Promise<SessionFacts | undefined>
}

interface Chats extends Repository<ChatId, Chat> {
  /** How many chats of the Organization are not over. */
  countOpen(organizationId: OrganizationId): Promise<number>
  addMessage(message: ChatMessage): void
}

interface Tickets extends Repository<TicketId, Ticket> {
  /** How many tickets of the Organization are open or wait for the customer. */
  countOpen(organizationId: OrganizationId): Promise<number>
  addReplies(replies: readonly Reply[]): void
  /**
   * Adds what was said in the chat, which is held, as replies of the ticket: with its authors and times, in its order,
   * each under the digits of its message's identifier.
   */
  addTranscript(ticketId: TicketId, chatId: ChatId): void
  /** How many replies the ticket got from the moment on. */
  countReplies(ticketId: TicketId, fromMs: EpochMs): Promise<number>
}

interface Attachments extends Repository<AttachmentId, Attachment> {
  /** How many attachments are on the ticket. */
  countOn(ticketId: TicketId): Promise<number>
  /** How many of the Organization's attachments are on no ticket. */
  countAnnounced(organizationId: OrganizationId): Promise<number>
  /** How many bytes all of the Organization's attachments have, as they were announced. */
  bytesOf(organizationId: OrganizationId): Promise<number>
}

interface TemplateDrafts extends Repository<DraftKey, TemplateDraft> {
  /** The newest version of the draft, held with the draft: nobody else begins its next one meanwhile. */
  lockNewest(draftId: TemplateId): Promise<TemplateDraft | undefined>
  /** The version that is approved or paused, held; undefined where there is none. */
  lockInUse(draftId: TemplateId): Promise<TemplateDraft | undefined>
  /**
   * The Organization's versions that a vendor knows, held: those approved or paused that are registered with one, and those
   * that wait for one under a name that it was asked for.
   */
  lockKnownToVendor(organizationId: OrganizationId): Promise<readonly TemplateDraft[]>
  /** How many drafts the Organization has. */
  countOf(organizationId: OrganizationId): Promise<number>
}

interface Throttles extends Repository<Digest, Throttle> {
  /** Those of these keys that are there, all held; always in one order, so that nobody waits in a ring. */
  lockAll(keys: readonly Digest[]): Promise<readonly Throttle[]>
}

interface Recoveries extends ErasableRepository<UserId, Recovery> {
  /** As `lock`, by the verifier of the token in the mail. */
  lockByVerifier(verifier: Digest): Promise<Recovery | undefined>
}

interface SignUps extends ErasableRepository<string, SignUp> {
  /** As `lock`, by the verifier of the token in the newest link. */
  lockByVerifier(verifier: Digest): Promise<SignUp | undefined>
}

interface Enrolments extends ErasableRepository<UserId, Enrolment> {
  /** As `lock`, by the verifier of the token in the newest link. */
  lockByVerifier(verifier: Digest): Promise<Enrolment | undefined>
}

interface MessagesAtWork {
  /**
   * Locks the message and then its account, and gathers what is known of it and pending for it, as
   * `DispatchStorage.work` does; no message in it: there is none such.
   */
  gather(item: WorkItem): Promise<WorkFacts>
  /** Writes what was decided about messages that were gathered here. */
  settle(settlement: Settlement): void
  /** As much of the message as can be read whatever is wrong with it, held. */
  lockFailing(messageId: MessageId): Promise<FailingMessage | undefined>
  /** Makes the message due at a moment, where it is still listed. */
  makeDue(messageId: MessageId, atMs: EpochMs): void
}

interface ReceiptsAtWork {
  /** The receipt, held. To be asked for after the message that it may belong to. */
  lock(receiptId: ReceiptId): Promise<Receipt | undefined>
  /** Writes the state of a receipt that is held; what it says stays as it came. */
  conclude(receiptId: ReceiptId, state: ReceiptState): void
}

interface Figures {
  /** The account and its checkpoint, both held. */
  lock(key: AccountKey): Promise<LedgerStatus>
  /** Writes the figures of the account that is held, with the checkpoint at which they were found equal to its ledger. */
  restore(account: Account, checkpoint: Checkpoint): void
}

interface Approvals extends Repository<ApprovalId, Approval> {
  /** The pending proposal of a price in this slot, held; of two that are added at once, one is, and the other sees it. */
  lockPendingPrice(slot: PriceSlot): Promise<Approval | undefined>
  /** How many proposals of the user's are pending. */
  countPending(makerId: UserId): Promise<number>
}

interface Prices {
  /** The price version in this slot, which never changes. */
  inSlot(slot: PriceSlot): Promise<PriceVersion | undefined>
  /** Adds a price version, which nobody changes from then on. */
  add(price: PriceVersion): void
}

interface Ledger {
  /** The account, held, so that its next event can follow its last; undefined where nothing was booked on it yet. */
  lock(key: AccountKey): Promise<Account | undefined>
  /** Posts the next events of an account that is locked, which stands as it is given after the last of them. */
  post(account: Account, events: readonly LedgerEvent[]): void
}

interface Keys {
  /** Every key that was ever named, in their order, held. */
  lockVersions(): Promise<readonly KeyVersion[]>
  /** Names the key that seals from the end of an exclusive unit on, and closes the eras of all others. */
  name(keyId: KeyId, atMs: EpochMs): void
  /** Notes that everything is under the named key now. */
  finish(keyId: KeyId, atMs: EpochMs): void
}

interface AuditChains {
  /** Where the chain ends, held until the unit ends: to be asked for last, since everybody's acts wait for it. */
  lockHead(organizationId: OrganizationId | undefined): Promise<AuditHead>
  /** Adds the next entries of a chain whose head is held, in their order. */
  append(entries: readonly AuditEntry[]): void
}

interface Restoration {
  /** What the database knows of itself, held until the unit ends. */
  lock(): Promise<Installation>
  /** What lets people and programs in, as of now. */
  rights(): Promise<RestoredRights>
  /** Messages that wait for an operator's word, in the order of their identifiers. */
  restoreHeld(query: RestoreHeldQuery): Promise<readonly MessageId[]>
  /** Lets go of messages that wait for an operator after a restoration: each is due at the moment, where it is still listed. */
  release(messageIds: readonly MessageId[], atMs: EpochMs): void
  /** Ends every session, every recovery and every invitation that is open, and every link to sign up or to enrol. */
  endAccess(atMs: EpochMs): void
  /** Ends the hold: the row has this fingerprint and restore hold from then on. */
  end(fingerprint: InstallationFingerprint, restoreHold: RestoreHold): void
}

interface LedgerHeads {
  /** Names the pair that signs heads from now on; the private half is sealed. The installation's row is held. */
  signWith(publicKey: string, sealed: string): void
  /** Notes that heads were signed at the moment. */
  noteAt(atMs: EpochMs): void
}

/** Everything that can be changed together. Records are read one by one: for what happens seldom, by people. */
export interface UnitOfWork {
  /** The catalog's epoch, which nobody advances until the unit ends. */
  readonly epoch: number
  /** The key that the installation names, until the unit ends: what is sealed in it is sealed under it. Undefined: none is named yet. */
  readonly sealingKey: KeyId | undefined
  readonly keys: Keys
  readonly organizations: Repository<OrganizationId, Organization>
  readonly brands: Brands
  readonly projects: Projects
  readonly apps: Apps
  readonly credentials: CredentialRepository
  readonly configurations: Repository<ConfigurationKey, ChannelConfiguration>
  readonly providerAccounts: ProviderAccountRepository
  readonly providerTests: ProviderTestRepository
  readonly blockedDestinations: ErasableRepository<string, BlockedDestination>
  readonly suppressions: Suppressions
  readonly prefixBlocks: Repository<PrefixKey, PrefixBlock>
  readonly billingProfiles: Repository<AppId, BillingProfile>
  readonly budgets: BudgetRepository
  /** By their account. Only exclusive units add one. */
  readonly balanceAlerts: Repository<AccountKey, BalanceAlert>
  readonly approvals: Approvals
  readonly bulks: BulkRepository
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
  /** By what their addresses are compared by. */
  readonly signUps: SignUps
  readonly enrolments: Enrolments
  readonly throttles: Throttles
  readonly chats: Chats
  readonly tickets: Tickets
  readonly attachments: Attachments
  readonly templateDrafts: TemplateDrafts
  /** What sends use of templates, by version; one that is approved takes the place of the one before it. */
  readonly templates: ErasableRepository<TemplateVersionId, TemplateVersion>
  /** The platform's own templates, to be copied; changed in exclusive units alone. */
  readonly starters: StarterRepository
  /** What Organizations were given to test with; changed in exclusive units alone. */
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
 * How a unit locks the epoch: `exclusive` for what it versions (tenants, people, credentials, what may be sent):
 * one such unit at a time, and the epoch advances when it commits; `shared` for everything else: what it depends on
 * does not change meanwhile.
 */
export type LockMode = 'shared' | 'exclusive'

/** Changes of several records at once. */
export interface UnitStorage {
  /**
   * Runs `work` in one transaction: commits what it wrote where it answers right, undoes everything where left.
   * After a deadlock it runs again from the start, so that it must have no effects outside the unit; it awaits every
   * call of the unit and catches nothing. Calls made together take place in their order, on one way there and back.
   */
  transact<L, A>(
    lockMode: LockMode,
    work: (unit: UnitOfWork) => Promise<E.Either<L, A>>,
  ): TE.TaskEither<L | StorageUnavailable | CommitUnknown, A>
  /** Deletes at most `most` results of mutations that were written before the moment. Right: how many. */
  purgeResults(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
