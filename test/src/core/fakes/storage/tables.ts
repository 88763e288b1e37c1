import type { CatalogChanges, ChangeScope } from '@postrider/core/tenancy/domain/catalog-changes'
import type { KeyVersion } from '@postrider/core/kernel/installation/key-version'
import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import type { ClaimToken } from '@postrider/core/providers/domain/calls/claim'
import type { ProcessingFailures } from '@postrider/core/providers/domain/calls/dead-letter'
import type { Approval } from '@postrider/core/approvals/domain/approval'
import type { AccountFault } from '@postrider/core/providers/domain/calls/account-fault'
import type { AccountReport } from '@postrider/core/providers/domain/calls/account-report'
import type { AccountRefusal } from '@postrider/core/providers/domain/calls/account-refusal'
import type { AttemptSegment } from '@postrider/core/messaging/domain/dispatch/attempt-segment'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import type { AuditEntry } from '@postrider/core/audit/domain/chain'
import type { Budget, BudgetUse } from '@postrider/core/ledger/domain/budgets/budget'
import type { Bucket } from '@postrider/core/limits/domain/token-bucket'
import type { PrefixBlock, PrefixCount } from '@postrider/core/otp/domain/breaker'
import type { Challenge } from '@postrider/core/otp/domain/challenge'
import type { ConsentEntry } from '@postrider/core/consent/domain/consent-entry'
import type { OptIn } from '@postrider/core/consent/domain/opt-in'
import type { WaitingBlock } from '@postrider/core/providers/domain/receipts/block-report'
import type { Suppression } from '@postrider/core/consent/domain/suppression'
import type {
  OrganizationId,
  AppId,
  BudgetId,
  MessageId,
  ProviderAccountId,
  ReceiptId,
} from '@postrider/core/kernel/ids/id'
import type { StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { RetainedKind } from '@postrider/core/platform/domain/retention/retention'
import type { Installation } from '@postrider/core/kernel/installation/installation'
import type { MailJob } from '@postrider/core/identity/domain/mail/mail-job'
import type { OperationResult } from '@postrider/core/runner/domain/results/operation-result'
import type { Enrolment } from '@postrider/core/identity/domain/people/enrolment'
import type { Invitation, Member } from '@postrider/core/identity/domain/people/member'
import type { OperatorSession } from '@postrider/core/identity/domain/people/operator-session'
import type { PersonSession } from '@postrider/core/identity/domain/people/person-session'
import type { Recovery } from '@postrider/core/identity/domain/people/recovery'
import type { Session, TokenRecord } from '@postrider/core/identity/domain/people/session'
import type { SignUp } from '@postrider/core/identity/domain/people/sign-up'
import type { SessionTicket } from '@postrider/core/identity/domain/people/session-ticket'
import type { Throttle } from '@postrider/core/limits/domain/throttle'
import type { SecondFactor } from '@postrider/core/identity/domain/people/second-factor'
import type { SuperAdmin, User } from '@postrider/core/identity/domain/people/user'
import type { Attachment } from '@postrider/core/support/domain/attachment'
import type { Chat, ChatMessage } from '@postrider/core/support/domain/chat'
import type { Reply, Ticket } from '@postrider/core/support/domain/ticket'
import type { TemplateDraft } from '@postrider/core/templates/domain/draft'
import { type Account, type AccountKey, accountKey } from '@postrider/core/ledger/domain/account'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { StoredTestMessage } from '@postrider/core/providers/domain/test-message'
import type { ProviderTest } from '@postrider/core/providers/domain/provider-tests/provider-test'
import type { StoredInboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
import type { UnreadableCallback } from '@postrider/core/providers/domain/receipts/unreadable-callback'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import type { StoredTemplateReport } from '@postrider/core/templates/domain/template-report'
import type { NewReceipt } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type { CatalogRecords } from '@postrider/core/catalog/ports/catalog-storage'
import { emptyFeed, type MemoryFeed } from './feed.js'
import type { AcceptedRecord } from '@postrider/core/messaging/ports/acceptance-storage'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Checkpoint } from '@postrider/core/ledger/ports/ledger-storage'

/** A row of the outbox. */
export interface OutboxRow {
  readonly message: Pick<Message, 'messageId' | 'organizationId' | 'lane'>
  readonly dueAtMs: number
  readonly publications: number
  /** The accounts that it waits for, if it is parked. */
  readonly waitsFor?: readonly ProviderAccountId[] | undefined
}

/** People, by the texts of their keys. */
interface PeopleTables {
  readonly users: Map<string, User>
  readonly devices: Map<string, readonly string[]>
  readonly superAdmins: Map<string, SuperAdmin>
  readonly secondFactors: Map<string, SecondFactor>
  readonly members: Map<string, Member>
  readonly invitations: Map<string, Invitation>
  readonly sessions: Map<string, Session>
  readonly tokens: Map<string, TokenRecord>
  readonly operatorSessions: Map<string, OperatorSession>
  readonly personSessions: Map<string, PersonSession>
  readonly sessionTickets: Map<string, SessionTicket>
  readonly recoveries: Map<string, Recovery>
  readonly signUps: Map<string, SignUp>
  readonly enrolments: Map<string, Enrolment>
  readonly throttles: Map<string, Throttle>
  readonly agentKeys: Map<string, AgentKey>
}

/** What was said in support. */
interface SupportTables {
  readonly chats: Map<string, Chat>
  readonly chatMessages: ChatMessage[]
  readonly tickets: Map<string, Ticket>
  readonly replies: Reply[]
  readonly attachments: Map<string, Attachment>
}

/** Everything that the storage in memory holds, open to tests. */
export interface MemoryTables {
  epoch: number
  /** The epochs at which what sending depends on changed last. */
  readonly versions: Map<ChangeScope, number>
  readonly feed: MemoryFeed
  readonly keyVersions: KeyVersion[]
  installation: Installation
  /** When operators let a message go that waited after a restoration. */
  readonly releases: Map<MessageId, number>
  catalog: { [K in keyof CatalogRecords]-?: NonNullable<CatalogRecords[K]>[number][] }
  readonly accepted: Map<Digest, AcceptedRecord>
  readonly accounts: Map<string, Account>
  readonly events: LedgerEvent[]
  readonly messages: Map<MessageId, Message>
  readonly attempts: Map<string, Attempt>
  readonly attemptSegments: Map<string, AttemptSegment>
  /** The accounts that will not take a message, of those that have any. */
  readonly refusals: Map<MessageId, readonly AccountRefusal[]>
  /** The names of the messages' latest claims. */
  readonly claims: Map<MessageId, ClaimToken>
  readonly outbox: Map<MessageId, OutboxRow>
  /** Before which moment each kind was deleted. */
  readonly purgedBefore: Record<RetainedKind, EpochMs>
  readonly receipts: Map<ReceiptId, Receipt>
  readonly inboundMessages: Map<string, StoredInbound>
  readonly inboundParts: Map<string, StoredInboundPart>
  readonly templateReports: Map<string, StoredTemplateReport>
  readonly unreadableCallbacks: Map<string, UnreadableCallback>
  readonly waitingBlocks: Map<string, WaitingBlock>
  readonly providerTests: Map<string, ProviderTest>
  readonly testMessages: Map<MessageId, StoredTestMessage>
  readonly processingFailures: Map<string, ProcessingFailures>
  readonly checkpoints: Map<string, Checkpoint>
  /** Receipts of batches by their identities. */
  readonly batches: Map<Digest, NewReceipt>
  readonly challenges: Map<MessageId, Challenge>
  readonly prefixCounts: Map<string, PrefixCount>
  readonly prefixBlocks: Map<string, PrefixBlock>
  readonly budgets: Map<BudgetId, Budget>
  readonly budgetUses: Map<string, BudgetUse>
  readonly suppressions: Map<string, Suppression>
  readonly consents: Map<string, ConsentEntry>
  /** By {@link suppressionKey}. */
  readonly optIns: Map<string, OptIn>
  readonly buckets: Map<Digest, Bucket>
  readonly audit: AuditEntry[]
  readonly approvals: Map<string, Approval>
  readonly people: PeopleTables
  readonly support: SupportTables
  readonly templateDrafts: Map<string, TemplateDraft>
  readonly results: Map<string, OperationResult>
  readonly mailJobs: Map<string, MailJob>
  /** Credentials by their ids, and the hours in which they were used last. */
  readonly credentialUses: Map<string, number>
  /** As much of Agent keys. */
  readonly agentKeyUses: Map<string, number>
  accountReports: readonly AccountReport[]
  readonly accountFaults: Map<ProviderAccountId, AccountFault>
  unreadyAccounts: readonly ProviderAccountId[]
  /** Apps whose catalog was read, in order. */
  readonly loads: AppId[]
}

/** A database that never was another. */
const newInstallation = (): Installation => ({
  fingerprint: { installationId: '1'.repeat(32), counter: 1, value: '2'.repeat(32) },
  raisedAtMs: 0,
  createdAtMs: 0,
  hold: undefined,
  restoreHold: undefined,
  sealingKey: undefined,
  signingKey: undefined,
  headsAtMs: undefined,
})

const emptyPeople = (): PeopleTables => ({
  users: new Map(),
  devices: new Map(),
  superAdmins: new Map(),
  secondFactors: new Map(),
  members: new Map(),
  invitations: new Map(),
  sessions: new Map(),
  tokens: new Map(),
  operatorSessions: new Map(),
  personSessions: new Map(),
  sessionTickets: new Map(),
  recoveries: new Map(),
  signUps: new Map(),
  enrolments: new Map(),
  throttles: new Map(),
  agentKeys: new Map(),
})

const emptyTemplates = (): Pick<MemoryTables, 'templateDrafts' | 'templateReports' | 'testMessages'> => ({
  templateDrafts: new Map(),
  templateReports: new Map(),
  testMessages: new Map(),
})

const emptyBudgets = (): Pick<MemoryTables, 'budgets' | 'budgetUses'> => ({
  budgets: new Map(),
  budgetUses: new Map(),
})

const emptyCatalog = (): Pick<MemoryTables, 'epoch' | 'versions' | 'catalog'> => ({
  epoch: 1,
  versions: new Map(),
  catalog: {
    organizations: [],
    brands: [],
    projects: [],
    apps: [],
    credentials: [],
    configurations: [],
    providerAccounts: [],
    templates: [],
    prices: [],
    blockedDestinations: [],
    senderRules: [],
    numberPrefixes: [],
  },
})

export const emptyTables = (nowMs: () => EpochMs): MemoryTables => ({
  feed: emptyFeed(nowMs),
  keyVersions: [],
  installation: newInstallation(),
  releases: new Map(),
  ...emptyCatalog(),
  accepted: new Map(),
  accounts: new Map(),
  events: [],
  messages: new Map(),
  attempts: new Map(),
  attemptSegments: new Map(),
  refusals: new Map(),
  claims: new Map(),
  outbox: new Map(),
  purgedBefore: { messages: 0, attempts: 0, search: 0 },
  receipts: new Map(),
  ...emptyTemplates(),
  inboundMessages: new Map(),
  inboundParts: new Map(),
  unreadableCallbacks: new Map(),
  waitingBlocks: new Map(),
  providerTests: new Map(),
  processingFailures: new Map(),
  checkpoints: new Map(),
  batches: new Map(),
  challenges: new Map(),
  prefixCounts: new Map(),
  prefixBlocks: new Map(),
  ...emptyBudgets(),
  suppressions: new Map(),
  consents: new Map(),
  optIns: new Map(),
  buckets: new Map(),
  audit: [],
  approvals: new Map(),
  people: emptyPeople(),
  support: { chats: new Map(), chatMessages: [], tickets: new Map(), replies: [], attachments: new Map() },
  results: new Map(),
  mailJobs: new Map(),
  credentialUses: new Map(),
  agentKeyUses: new Map(),
  accountReports: [],
  accountFaults: new Map(),
  unreadyAccounts: [],
  loads: [],
})

export const eventsOf = ({ events }: MemoryTables, key: AccountKey): readonly LedgerEvent[] =>
  events.filter((event) => accountKey(event) === accountKey(key)).sort((one, other) => one.seq - other.seq)

export const attemptsOf = ({ attempts }: MemoryTables, messageId: MessageId): readonly Attempt[] =>
  [...attempts.values()].filter((attempt) => attempt.messageId === messageId)

export const attemptSegmentsOf = (
  { attemptSegments }: MemoryTables,
  messageId: MessageId,
): readonly AttemptSegment[] => [...attemptSegments.values()].filter((part) => part.messageId === messageId)

export const putAttempt = ({ attempts }: MemoryTables, attempt: Attempt): void =>
  void attempts.set(`${attempt.messageId} ${attempt.number}`, attempt)

export const putAccounts = (tables: MemoryTables, accounts: readonly Account[]): void => {
  for (const account of accounts) tables.accounts.set(accountKey(account), account)
}

/** The versions of Organizations, and everyone's. */
export const changesIn = (
  { versions }: MemoryTables,
  organizations: readonly OrganizationId[],
): CatalogChanges => ({
  everyone: versions.get('everyone') ?? 0,
  organizations: new Map(organizations.map((one) => [one, versions.get(one) ?? 0])),
})

/** Advances the epoch, and notes whose sending the change concerns. */
export const noteCatalogChange = (tables: MemoryTables, scopes: Iterable<ChangeScope>): void => {
  tables.epoch += 1
  for (const scope of scopes) tables.versions.set(scope, tables.epoch)
}
