import { changeOfKind } from '@postrider/core/feed/domain/change'
import { deadLetterChange, touchedById } from '@postrider/core/messaging/domain/message-changes'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { isUnderWay } from '@postrider/core/providers/domain/calls/dead-letter'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import type {
  PlatformQuery,
  ReconciliationStorage,
} from '@postrider/core/messaging/ports/reconciliation-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inMap, leavingMemoryRepository } from './repository.js'
import { gatherWork, workChange, writeWork } from './dispatch.js'
import type { WorkingCopy } from './working-copy.js'
import { attemptsOf, type MemoryTables } from './tables.js'
import type { UnitLocks } from './unit-locks.js'

const failures = inMap(
  (tables) => tables.processingFailures,
  (one) => one.messageId,
)

/** The message without what it says. */
const withoutContent = (message: Message): Message => ({
  ...message,
  variables: {},
  sealedVariables: undefined,
})

const messageWithoutContent = ({ messages }: MemoryTables, { messageId }: Receipt): Message | undefined => {
  const message = messageId === undefined ? undefined : messages.get(messageId)
  return message && withoutContent(message)
}

const messagesOf = (tables: MemoryTables, query: PlatformQuery) => {
  const { organizationId, appId, channel, state, fromMs = 0, toMs = Infinity, before, limit } = query
  const found = [...tables.messages.values()]
    .sort((one, other) => (one.messageId < other.messageId ? 1 : -1))
    .filter((one) => before === undefined || one.messageId < before)
    .filter((one) => organizationId === undefined || one.organizationId === organizationId)
    .filter((one) => appId === undefined || one.appId === appId)
    .filter((one) => channel === undefined || one.channel === channel)
    .filter((one) => state === undefined || one.state === state)
    .filter((one) => one.acceptedAtMs >= fromMs && one.acceptedAtMs < toMs)
    .filter((one) => one.updatedAtMs < (query.unchangedSinceMs ?? Infinity))
  const messages = found.slice(0, limit).map(withoutContent)
  return { messages, before: found.length > limit ? messages.at(-1)?.messageId : undefined }
}

const traceOf = (tables: MemoryTables, messageId: MessageId) => {
  const message = tables.messages.get(messageId)
  if (message === undefined) return undefined
  return {
    message: withoutContent(message),
    attempts: attemptsOf(tables, messageId),
    events: tables.events.filter((one) => one.messageId === messageId),
    receipts: [...tables.receipts.values()].filter((one) => one.messageId === messageId),
    dueAtMs: tables.outbox.get(messageId)?.dueAtMs,
    failures: tables.processingFailures.get(messageId),
    acts: tables.audit.filter(({ target }) => target === messageId),
  }
}

/** What operators look into, in memory. */
export const memoryReconciliation = (tables: MemoryTables, calls: Calls): ReconciliationStorage => {
  const asOf = <A>(value: A) => ({ epoch: tables.epoch, value })
  return {
    messages: (query) => calls.reading('platformMessages', () => asOf(messagesOf(tables, query))),
    deadLetters: (after, limit) =>
      calls.reading('deadLetters', () =>
        asOf(
          [...tables.processingFailures.values()]
            .sort((one, other) => (one.messageId < other.messageId ? -1 : 1))
            .filter(({ messageId, deadAtMs }) => deadAtMs !== undefined && messageId > (after ?? ''))
            .flatMap((one) => {
              const message = tables.messages.get(one.messageId)
              return message !== undefined && isUnderWay(message)
                ? [{ message: withoutContent(message), failures: one }]
                : []
            })
            .slice(0, limit),
        ),
      ),
    oddReceipts: ({ state, beforeMs, after, limit }) =>
      calls.reading('oddReceipts', () =>
        asOf(
          [...tables.receipts.values()]
            .filter((one) => one.state === state && one.receivedAtMs < beforeMs)
            .sort((one, other) => (one.receiptId < other.receiptId ? -1 : 1))
            .filter(({ receiptId }) => receiptId > (after ?? ''))
            .slice(0, limit)
            .map((receipt) => ({
              receipt,
              message: messageWithoutContent(tables, receipt),
            })),
        ),
      ),
    unreadableCallbacks: (before, limit) =>
      calls.reading('unreadableCallbacks', () =>
        asOf(
          [...tables.unreadableCallbacks.values()]
            .sort((one, other) => (one.callbackId < other.callbackId ? 1 : -1))
            .filter(({ callbackId }) => before === undefined || callbackId < before)
            .slice(0, limit),
        ),
      ),
    drifting: (after, limit) =>
      calls.reading('drifting', () =>
        asOf(
          [...tables.checkpoints.values()]
            .filter(({ status }) => status === 'drift')
            .sort((one, other) => (accountKey(one) < accountKey(other) ? -1 : 1))
            .filter((one) => after === undefined || accountKey(one) > accountKey(after))
            .flatMap((checkpoint) => {
              const account = tables.accounts.get(accountKey(checkpoint))
              return account === undefined ? [] : [{ account, checkpoint }]
            })
            .slice(0, limit),
        ),
      ),
    trace: (messageId) => calls.reading('trace', () => asOf(traceOf(tables, messageId))),
  }
}

type ReconciliationRepositories = Pick<UnitOfWork, 'messages' | 'processingFailures' | 'receipts' | 'figures'>

/** What operators decide about, inside a unit. */
export const reconciliationInMemory = (
  copy: WorkingCopy,
  { hold }: Pick<UnitLocks, 'hold'>,
): ReconciliationRepositories => ({
  messages: {
    gather: async (item) => {
      hold(item.messageId)
      return gatherWork(copy.tables, [item])
    },
    settle: (settlement) => {
      copy.leave(workChange(copy.tables, settlement))
      copy.write((tables) => writeWork(tables, settlement))
    },
    lockFailing: async (messageId) => copy.tables.messages.get(messageId),
    makeDue: (messageId, dueAtMs) => {
      copy.leave(touchedById([messageId]))
      copy.write(({ outbox }) => {
        const row = outbox.get(messageId)
        if (row !== undefined) outbox.set(messageId, { ...row, dueAtMs })
      })
    },
  },
  processingFailures: leavingMemoryRepository(
    copy,
    failures,
    (messageId: string) => messageId,
    (one) => deadLetterChange([one]),
  ),
  receipts: {
    lock: async (receiptId) => copy.tables.receipts.get(receiptId),
    conclude: (receiptId, state) => {
      copy.leave(changeOfKind('receipt'))
      copy.write(({ receipts }) => {
        const receipt = receipts.get(receiptId)
        if (receipt !== undefined) receipts.set(receiptId, { ...receipt, state })
      })
    },
  },
  figures: {
    lock: async (key) => ({
      account: copy.tables.accounts.get(accountKey(key)),
      checkpoint: copy.tables.checkpoints.get(accountKey(key)),
    }),
    restore: (account, checkpoint) => {
      copy.leave(changeOfKind('account', account.organizationId))
      copy.write(({ accounts, checkpoints }) => {
        accounts.set(accountKey(account), account)
        checkpoints.set(accountKey(checkpoint), checkpoint)
      })
    },
  },
})
