import { shownMessage } from '@postrider/core/messaging/domain/messages/message'
import { isDeepStrictEqual } from 'node:util'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { TenantScope } from '@postrider/core/tenancy/domain/tenant-scope'
import type { EvidenceStorage } from '@postrider/core/messaging/ports/evidence-storage'
import type { LedgerStorage } from '@postrider/core/ledger/ports/ledger-storage'
import type { ProjectionStorage, UsageEntry } from '@postrider/core/messaging/ports/projection-storage'
import { changeOfKind } from '@postrider/core/feed/domain/change'
import { noteChange } from './feed.js'
import type { Calls } from './calls.js'
import { attemptsOf, eventsOf, type MemoryTables } from './tables.js'

/** The books in memory. */
export const memoryLedger = (tables: MemoryTables, calls: Calls): Partial<LedgerStorage> => ({
  accounts: (after, limit) =>
    calls.reading('accounts', () => {
      const keys = [...tables.accounts.keys()].sort()
      const left = after === undefined ? keys : keys.filter((key) => key > accountKey(after))
      return left.slice(0, limit).flatMap((key) => tables.accounts.get(key) ?? [])
    }),
  events: (key, afterSeq, limit) =>
    calls.reading('events', () =>
      eventsOf(tables, key)
        .filter(({ seq }) => seq > afterSeq)
        .slice(0, limit),
    ),
  status: (key) =>
    calls.reading('status', () => ({
      account: tables.accounts.get(accountKey(key)),
      checkpoint: tables.checkpoints.get(accountKey(key)),
    })),
  saveCheckpoint: (checkpoint, before) =>
    calls.writing('saveCheckpoint', () => {
      const isStill = isDeepStrictEqual(tables.checkpoints.get(accountKey(checkpoint)), before)
      if (!isStill) return false
      tables.checkpoints.set(accountKey(checkpoint), checkpoint)
      if (before?.status !== checkpoint.status)
        noteChange(tables, changeOfKind('account', checkpoint.organizationId))
      return true
    }),
})

const closedBy = ({ events }: MemoryTables, event: LedgerEvent): UsageEntry['closedBy'] => {
  const closing = events.find(({ relatedEntryId }) => relatedEntryId === event.entryId)
  return closing?.type === 'settlement' || closing?.type === 'release' ? closing.type : undefined
}

/** The event as usage; none where it is of no message's money. */
const usageOf = (tables: MemoryTables, event: LedgerEvent): readonly UsageEntry[] => {
  const { entryId, type, amountMinor, messageId, relatedEntryId, occurredAtMs, seq } = event
  if (type === 'credit' || type === 'debit' || messageId === undefined) return []
  const shown = { entryId, type, amountMinor, messageId, relatedEntryId, occurredAtMs, seq }
  return [{ ...shown, closedBy: closedBy(tables, event) }]
}

/** What credentials may read, in memory. */
export const memoryProjections = (tables: MemoryTables, calls: Calls): Partial<ProjectionStorage> => {
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  const messagesOf = ({ organizationId, appId }: TenantScope) =>
    [...tables.messages.values()]
      .filter((one) => one.organizationId === organizationId && one.appId === appId)
      .map(shownMessage)
  return {
    messages: (questions) =>
      calls.reading('messages', () =>
        asOf(
          questions.map(({ scope, messageId }) =>
            messagesOf(scope).find((one) => one.messageId === messageId),
          ),
        ),
      ),
    messagesByKeys: (scope, keys) =>
      calls.reading('messagesByKeys', () => {
        const wanted = new Set(keys.map((key) => tables.accepted.get(key)?.messageId))
        const found = messagesOf(scope).filter((one) => wanted.has(one.messageId))
        return asOf(found.sort((one, other) => (one.messageId < other.messageId ? -1 : 1)))
      }),
    messagesByReference: (scope, reference, limit) =>
      calls.reading('messagesByReference', () =>
        asOf(
          messagesOf(scope)
            .filter((one) => one.clientReference === reference)
            .reverse()
            .slice(0, limit),
        ),
      ),
    balance: (key) =>
      calls.reading('balance', () =>
        asOf({
          account: tables.accounts.get(accountKey(key)),
          checkpoint: tables.checkpoints.get(accountKey(key)),
        }),
      ),
    usage: ({ organizationId, appId }, { environment, currency, fromMs, toMs, after, limit }) =>
      calls.reading('usage', () =>
        asOf(
          eventsOf(tables, { organizationId, environment, currency })
            .filter((event) => event.appId === appId)
            .filter((event) => event.occurredAtMs >= fromMs && event.occurredAtMs < toMs)
            .filter((event) => after === undefined || event.seq > after.seq)
            .flatMap((event) => usageOf(tables, event))
            .slice(0, limit),
        ),
      ),
  }
}

const straysOf = (tables: MemoryTables) => {
  const owners: Readonly<Record<string, ReadonlyArray<MessageId | undefined>>> = {
    outbox: [...tables.outbox.keys()],
    idempotency: [...tables.accepted.values()].map(({ messageId }) => messageId),
    attempts: [...tables.attempts.values()].map(({ messageId }) => messageId),
    // The ledger outlives messages that were deleted by age.
    ledger_events: tables.events
      .filter(({ occurredAtMs }) => occurredAtMs >= tables.purgedBefore.messages)
      .map(({ messageId }) => messageId),
    otp_challenges: [...tables.challenges.keys()],
  }
  return Object.entries(owners).map(([table, messageIds]) => ({
    table,
    count: messageIds.filter((of) => of !== undefined && !tables.messages.has(of)).length,
  }))
}

/** The facts about messages, in memory. */
export const memoryEvidence = (tables: MemoryTables, calls: Calls): Partial<EvidenceStorage> => ({
  messages: (after, limit) =>
    calls.reading('evidence', () =>
      [...tables.messages.values()]
        .sort((one, other) => (one.messageId < other.messageId ? -1 : 1))
        .filter(({ messageId }) => after === undefined || messageId > after)
        .slice(0, limit)
        .map((message) => ({
          message,
          attempts: attemptsOf(tables, message.messageId),
          events: tables.events.filter(({ messageId }) => messageId === message.messageId),
          receipts: [...tables.receipts.values()].filter((one) => one.messageId === message.messageId),
          keys: [...tables.accepted.values()]
            .filter(({ messageId }) => messageId === message.messageId)
            .map(({ key }) => key),
          challenge: tables.challenges.get(message.messageId),
          dueAtMs: tables.outbox.get(message.messageId)?.dueAtMs,
          unitAmountMinor: tables.catalog.prices.find(
            ({ priceVersionId }) => priceVersionId === message.charge.priceVersionId,
          )?.unitAmountMinor,
          appEnvironment: tables.catalog.apps.find((one) => one.appId === message.appId)?.environment,
        })),
    ),
  strays: () => calls.reading('strays', () => straysOf(tables)),
})
