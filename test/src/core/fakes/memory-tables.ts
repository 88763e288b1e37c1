import type { Attempt } from '@postrider/core/domain/dispatch/attempt'
import type { AuditEvent } from '@postrider/core/domain/audit/audit-event'
import type { Budget, BudgetUse } from '@postrider/core/domain/budgets/budget'
import type { Bucket } from '@postrider/core/domain/limits/token-bucket'
import type { PrefixBlock, PrefixCount } from '@postrider/core/domain/passcodes/breaker'
import type { Challenge } from '@postrider/core/domain/passcodes/challenge'
import type { Suppression } from '@postrider/core/domain/suppressions/suppression'
import type { AppId, BudgetId, MessageId, ReceiptId } from '@postrider/core/domain/ids/id'
import { type Account, type AccountKey, accountKey } from '@postrider/core/domain/ledger/account'
import type { Digest } from '@postrider/core/domain/ledger/digest'
import type { LedgerEvent } from '@postrider/core/domain/ledger/ledger-event'
import type { Message } from '@postrider/core/domain/messages/message'
import type { Receipt } from '@postrider/core/domain/receipts/receipt'
import type { NewReceipt } from '@postrider/core/domain/acceptance/judge'
import type { CatalogRecords } from '@postrider/core/ports/storage/catalog-storage'
import type { AcceptedRecord } from '@postrider/core/ports/storage/acceptance-storage'
import type { Checkpoint } from '@postrider/core/ports/storage/ledger-storage'

/** A row of the outbox. */
export interface OutboxRow {
  readonly message: Pick<Message, 'messageId' | 'organizationId' | 'lane'>
  readonly dueAtMs: number
  readonly publications: number
}

/** Everything that the storage in memory holds, open to tests. */
export interface MemoryTables {
  epoch: number
  catalog: { [K in keyof CatalogRecords]-?: NonNullable<CatalogRecords[K]>[number][] }
  readonly accepted: Map<Digest, AcceptedRecord>
  readonly accounts: Map<string, Account>
  readonly events: LedgerEvent[]
  readonly messages: Map<MessageId, Message>
  readonly attempts: Map<string, Attempt>
  readonly outbox: Map<MessageId, OutboxRow>
  readonly receipts: Map<ReceiptId, Receipt>
  readonly checkpoints: Map<string, Checkpoint>
  /** Receipts of batches by their identities. */
  readonly batches: Map<Digest, NewReceipt>
  readonly challenges: Map<MessageId, Challenge>
  readonly prefixCounts: Map<string, PrefixCount>
  readonly prefixBlocks: Map<string, PrefixBlock>
  readonly budgets: Map<BudgetId, Budget>
  readonly budgetUses: Map<string, BudgetUse>
  readonly suppressions: Map<string, Suppression>
  readonly buckets: Map<Digest, Bucket>
  readonly audit: AuditEvent[]
  /** Apps whose catalog was read, in order. */
  readonly loads: AppId[]
}

export const emptyTables = (): MemoryTables => ({
  epoch: 1,
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
  },
  accepted: new Map(),
  accounts: new Map(),
  events: [],
  messages: new Map(),
  attempts: new Map(),
  outbox: new Map(),
  receipts: new Map(),
  checkpoints: new Map(),
  batches: new Map(),
  challenges: new Map(),
  prefixCounts: new Map(),
  prefixBlocks: new Map(),
  budgets: new Map(),
  budgetUses: new Map(),
  suppressions: new Map(),
  buckets: new Map(),
  audit: [],
  loads: [],
})

export const eventsOf = ({ events }: MemoryTables, key: AccountKey): readonly LedgerEvent[] =>
  events.filter((event) => accountKey(event) === accountKey(key)).sort((one, other) => one.seq - other.seq)

export const attemptsOf = ({ attempts }: MemoryTables, messageId: MessageId): readonly Attempt[] =>
  [...attempts.values()].filter((attempt) => attempt.messageId === messageId)

export const putAttempt = ({ attempts }: MemoryTables, attempt: Attempt): void =>
  void attempts.set(`${attempt.messageId} ${attempt.number}`, attempt)

export const putAccounts = (tables: MemoryTables, accounts: readonly Account[]): void => {
  for (const account of accounts) tables.accounts.set(accountKey(account), account)
}
