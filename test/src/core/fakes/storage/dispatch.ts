import { appliedSuppressions } from '@postrider/core/consent/domain/applied-suppression'
import { suppressionKey } from '@postrider/core/consent/domain/suppression'
import {
  type BudgetPeriod,
  budgetUseKey,
  LONGEST_PERIOD_MS,
} from '@postrider/core/ledger/domain/budgets/budget'
import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import { NO_CLAIM, type ClaimStatus } from '@postrider/core/providers/domain/calls/claim'
import type { Change } from '@postrider/core/feed/domain/change'
import { settledChange, touchedMessages } from '@postrider/core/messaging/domain/message-changes'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { phaseOf } from '@postrider/core/ledger/domain/ledger-event'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { isAboutRecipient } from '@postrider/core/providers/domain/receipts/about-recipient'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import type { Settlement } from '@postrider/core/messaging/domain/dispatch/settle'
import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type {
  BeginPlan,
  ClaimPlan,
  DispatchStorage,
  HeldMessages,
  WorkItem,
  WorkFacts,
} from '@postrider/core/messaging/ports/dispatch-storage'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { Calls } from './calls.js'
import { noteChange } from './feed.js'
import { deadAmong } from './failures.js'
import { isRestoreHeld } from './installation.js'
import { attemptSegmentsOf, attemptsOf, type MemoryTables, putAccounts, putAttempt } from './tables.js'
import { breaksRules } from './row-rules.js'
import type { UnitLocks } from './unit-locks.js'

const refused: BatchFailed = { _tag: 'BatchFailed', cause: 'a row is refused' }

const lockMessages = (
  tables: MemoryTables,
  messageIds: readonly MessageId[],
): ReadonlyMap<MessageId, LockedMessage> =>
  new Map(
    messageIds.flatMap((messageId) => {
      const message = tables.messages.get(messageId)
      if (message === undefined) return []
      const lastAttempt = attemptsOf(tables, messageId).find(({ number }) => number === message.attempt)
      const claim = tables.claims.get(messageId) ?? NO_CLAIM
      const refusals = tables.refusals.get(messageId) ?? []
      return [[messageId, { message, lastAttempt, claim, refusals }] as const]
    }),
  )

/** The message that a receipt belongs to: by our reference, else by the attempt that has the provider's; both at its account alone. */
export const ownerOf = (tables: MemoryTables, receipt: Receipt): MessageId | undefined => {
  const { messageId, providerAccountId, providerReference, otherReference } = receipt
  const isHere = (attempt: Pick<Attempt, 'providerAccountId'>): boolean =>
    attempt.providerAccountId === providerAccountId
  if (messageId !== undefined && attemptsOf(tables, messageId).some(isHere)) return messageId
  const calls = [...tables.attempts.values(), ...tables.attemptSegments.values()].filter((one) => {
    const to = tables.messages.get(one.messageId)?.to
    return isHere(one) && to !== undefined && isAboutRecipient(receipt, to)
  })
  const named = [providerReference, otherReference].flatMap((reference) =>
    reference === undefined ? [] : calls.filter((one) => one.providerReference === reference),
  )
  return named[0]?.messageId
}

const pendingOf = (tables: MemoryTables, { messageId, learned }: WorkItem): readonly Receipt[] =>
  [...tables.receipts.values()].filter((receipt) => {
    if (receipt.state !== 'pending') return false
    const owner = ownerOf(tables, receipt)
    const isLearned = learned.some(
      (one) =>
        one.providerAccountId === receipt.providerAccountId &&
        one.providerReference === receipt.providerReference,
    )
    return owner === messageId || (owner === undefined && isLearned)
  })

/** What is known of messages that are worked on. */
export const gatherWork = (tables: MemoryTables, items: readonly WorkItem[]): WorkFacts => {
  const messages = lockMessages(
    tables,
    items.map(({ messageId }) => messageId),
  )
  const held = [...messages.values()].map(({ message }) => message)
  const owners = new Set(held.map(({ organizationId }) => organizationId))
  const payers = new Set(held.map((message) => accountKey({ ...message, currency: message.charge.currency })))
  const isOfTheirs = (period: BudgetPeriod, startMs: number): boolean =>
    held.some(({ acceptedAtMs }) => startMs > acceptedAtMs - LONGEST_PERIOD_MS[period])
  const closed = new Set(tables.events.filter(({ type }) => phaseOf(type) === 2).map((e) => e.messageId))
  return {
    messages,
    parts: new Map(
      [...messages.keys()].map((messageId) => [messageId, attemptSegmentsOf(tables, messageId)]),
    ),
    accounts: new Map([...tables.accounts].filter(([key]) => payers.has(key))),
    reservations: new Map(
      tables.events.flatMap((event) =>
        event.type === 'reservation' && event.messageId !== undefined && !closed.has(event.messageId)
          ? [[event.messageId, event]]
          : [],
      ),
    ),
    receipts: new Map(items.map((item) => [item.messageId, pendingOf(tables, item)])),
    budgets: [...tables.budgetUses.values()].flatMap((use) => {
      const budget = tables.budgets.get(use.budgetId)
      const isOwned = budget !== undefined && owners.has(budget.organizationId)
      return isOwned && isOfTheirs(budget.period, use.periodStartMs) ? [{ budget, use }] : []
    }),
  }
}

/** What of it people see. */
export const workChange = (tables: MemoryTables, plan: Settlement): Change => {
  const touched = [...plan.messages, ...plan.attempts, ...plan.due, ...plan.receipts]
  return settledChange(plan, lockMessages(tables, [...new Set(touched.map(({ messageId }) => messageId))]))
}

/** Writes what was decided about them. */
export const writeWork = (tables: MemoryTables, plan: Settlement): void => {
  for (const message of plan.messages) tables.messages.set(message.messageId, message)
  for (const attempt of plan.attempts) {
    const before = attemptsOf(tables, attempt.messageId).find(({ number }) => number === attempt.number)
    putAttempt(tables, { ...attempt, claim: before?.claim ?? attempt.claim })
  }
  for (const part of plan.parts)
    tables.attemptSegments.set(`${part.messageId} ${part.number} ${part.part}`, part)
  for (const { messageId, refusals } of plan.refusals) tables.refusals.set(messageId, refusals)
  tables.events.push(...plan.events)
  putAccounts(tables, plan.accounts)
  for (const use of plan.budgetUses) tables.budgetUses.set(budgetUseKey(use), use)
  for (const { messageId, atMs, waitsFor } of plan.due) {
    const row = tables.outbox.get(messageId)
    if (atMs === undefined) tables.outbox.delete(messageId)
    else if (row !== undefined)
      tables.outbox.set(messageId, { ...row, dueAtMs: atMs, ...(waitsFor && { waitsFor }) })
  }
  for (const { receiptId, messageId, state } of plan.receipts) {
    const receipt = tables.receipts.get(receiptId)
    if (receipt !== undefined) tables.receipts.set(receiptId, { ...receipt, messageId, state })
  }
}

const messageIn = (tables: MemoryTables, messageId: MessageId): Message => {
  const message = tables.messages.get(messageId)
  if (message === undefined) throw new Error('an unknown message was claimed')
  return message
}

const begin = (tables: MemoryTables, { intents }: BeginPlan<unknown>): void => {
  for (const { attempt, leaseUntilMs } of intents) {
    const message = messageIn(tables, attempt.messageId)
    tables.messages.set(attempt.messageId, { ...message, attempt: attempt.number, leaseUntilMs })
    putAttempt(tables, attempt)
  }
  const messages = intents.map(({ attempt }) => messageIn(tables, attempt.messageId))
  noteChange(tables, touchedMessages(messages))
}

const claim = (tables: MemoryTables, plan: ClaimPlan<unknown>): void => {
  for (const { messageId, leaseUntilMs } of plan.leases) {
    tables.messages.set(messageId, { ...messageIn(tables, messageId), leaseUntilMs })
    tables.claims.set(messageId, plan.claim)
  }
  for (const { messageId, sender } of plan.senders)
    tables.messages.set(messageId, { ...messageIn(tables, messageId), sender })
  begin(tables, plan)
}

const claimStatuses = (
  tables: MemoryTables,
  messageIds: readonly MessageId[],
): ReadonlyMap<MessageId, ClaimStatus> =>
  new Map(
    [...lockMessages(tables, messageIds)].map(([messageId, { message, claim: name }]) => [
      messageId,
      { state: message.state, attempt: message.attempt, claim: name },
    ]),
  )

const free = (tables: MemoryTables, messageIds: readonly MessageId[]): readonly MessageId[] =>
  messageIds.filter((messageId) => !isRestoreHeld(tables, messageId))

/** Decides and writes once nobody else has what it is about; where the commit is lost, what was decided is not written. */
const decided =
  <A, P extends { readonly result: A }>(
    calls: Calls,
    call: string,
    ready: () => Promise<void>,
    decide: () => P,
    write: (plan: P) => void,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A> =>
  async () => {
    await ready()
    let isDecided = false
    const done = await calls.writing(call, () => {
      const plan = decide()
      isDecided = true
      write(plan)
      return plan.result
    })()
    if (E.isLeft(done) && done.left._tag === 'CommitUnknown' && !isDecided) decide()
    return done
  }

const NONE_HELD: HeldMessages = new Map()

/** Claiming and recording in memory, which waits for what others have. */
export const memoryDispatch = (
  tables: MemoryTables,
  calls: Calls,
  locks: Pick<UnitLocks, 'free'>,
): Partial<DispatchStorage> => ({
  claim: (messageIds, decide) =>
    decided(
      calls,
      'claim',
      () => locks.free(messageIds),
      () => decide(lockMessages(tables, free(tables, messageIds)), deadAmong(tables, messageIds), NONE_HELD),
      (plan) => claim(tables, plan),
    ),
  begin: (messageIds, decide) =>
    decided(
      calls,
      'begin',
      () => locks.free(messageIds),
      () => decide(claimStatuses(tables, free(tables, messageIds)), NONE_HELD),
      (plan) => begin(tables, plan),
    ),
  suppressedSince: (sinceMs, limit) => async () =>
    E.right(
      [...tables.consents.values()]
        .filter(({ kind, recordedAtMs }) => kind === 'opt_out' && recordedAtMs >= sinceMs)
        .slice(0, limit),
    ),
  suppressed: (keys) => async () => {
    const applied = appliedSuppressions(tables.suppressions.values())
    return E.right(
      new Map(
        keys.map(suppressionKey).flatMap((key) => {
          const found = applied.get(key)
          return found === undefined ? [] : [[key, found] as const]
        }),
      ),
    )
  },
  work: (items, decide) => async () => {
    await locks.free(items.map(({ messageId }) => messageId))
    if (breaksRules(tables, decide(gatherWork(tables, items), NONE_HELD))) return E.left(refused)
    return calls.writing('work', () => {
      const plan = decide(gatherWork(tables, items), NONE_HELD)
      noteChange(tables, workChange(tables, plan))
      writeWork(tables, plan)
      return plan.result
    })()
  },
})
