import { accountKey } from '@postrider/core/ledger/domain/account'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { TE } from '@postrider/core/fp'
import type { BatchFailed, CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { WorkItem, WorkFacts, WorkPlan } from '@postrider/core/messaging/ports/dispatch-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { aClosing } from '../../builders/a-posting.js'
import { payingAccountOf } from './accepting.js'

/** A plan that changes nothing. */
export const NO_WORK: Omit<WorkPlan<unknown>, 'result'> = {
  messages: [],
  attempts: [],
  parts: [],
  refusals: [],
  events: [],
  accounts: [],
  budgetUses: [],
  due: [],
  receipts: [],
}

export const workItemOf = (messageId: MessageId): WorkItem => ({ messageId, learned: [] })

/** The possible ends of a message here: sent and settled, or given up and released. */
export type ReservationEnd = 'settlement' | 'release'

const ended = (message: Message, ending: ReservationEnd, nowMs: number): Message => ({
  ...message,
  state: ending === 'settlement' ? 'SUBMITTED' : 'EXPIRED',
  failureCode: ending === 'settlement' ? undefined : 'validity_expired',
  providerReason: ending === 'settlement' ? undefined : { code: '30001', text: 'Queue overflow' },
  billing: ending === 'settlement' ? 'settled' : 'released',
  sealedVariables: undefined,
  leaseUntilMs: 0,
  updatedAtMs: nowMs,
})

/** Ends unfinished messages as the core does; the result names the messages that this call ended. */
export const planEnding =
  (messageIds: readonly MessageId[], ending: ReservationEnd, nowMs: number) =>
  (known: WorkFacts): WorkPlan<readonly MessageId[]> => {
    const accounts = new Map(known.accounts)
    const messages: Message[] = []
    const events = messageIds.flatMap((messageId) => {
      const message = known.messages.get(messageId)?.message
      const reservation = known.reservations.get(messageId)
      if (message === undefined || reservation === undefined) return []
      const account = accounts.get(accountKey(payingAccountOf(message)))
      if (message.billing !== 'provisional' || account === undefined) return []
      const closed = aClosing(account, ending, reservation, nowMs)
      accounts.set(accountKey(closed.account), closed.account)
      messages.push(ended(message, ending, nowMs))
      return [closed.event]
    })
    const payers = new Set(events.map(accountKey))
    return {
      ...NO_WORK,
      messages,
      events,
      accounts: [...accounts.values()].filter((account) => payers.has(accountKey(account))),
      due: messages.map(({ messageId }) => ({ messageId, atMs: undefined })),
      result: messages.map(({ messageId }) => messageId),
    }
  }

/** Ends the messages; right: the ids of those that weren't ended before. */
export const endMessages = (
  storage: Storage,
  messageIds: readonly MessageId[],
  ending: ReservationEnd,
  nowMs: number,
): TE.TaskEither<StorageUnavailable | CommitUnknown | BatchFailed, readonly MessageId[]> =>
  storage.dispatch.work(messageIds.map(workItemOf), planEnding(messageIds, ending, nowMs))
