import { hash } from 'node:crypto'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { StatusQueryOutcome, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { behaviorOf } from './behavior.js'
import { inboxMessage } from './inbox.js'
import type { RefusedRecord, TakenRecord } from './journal-record.js'
import type { JournalMemory } from './journal-memory.js'
import { isFinished, type KnownMessage } from './known-messages.js'

/** The sandbox's decision about a submission. */
export interface SandboxDecision {
  readonly outcome: SubmitOutcome
  /** To be on disk before the outcome is returned. */
  readonly record?: TakenRecord | RefusedRecord
  /** How long the sandbox takes to respond. */
  readonly answerAfterMs: number
}

export interface Delays {
  /** The time from accepting a message to its delivery report. */
  readonly deliverAfterMs: number
  /** The time before a late report. */
  readonly lateMs: number
  /** The time before a slow response. */
  readonly slowMs: number
}

/** The account that decides. */
export interface SandboxIdentity {
  readonly account: ProviderAccountId
  /** The prefixes of the numbers that the account serves; undefined: all. */
  readonly serves: readonly string[] | undefined
}

const REFUSALS_BEFORE_SUCCESS = 2

/** The same in every process, so that a repeated submit gets the same response from each of them. */
export const providerMessageIdOf = (account: ProviderAccountId, messageId: MessageId): string =>
  `sbx-${hash('sha256', `${account}|${messageId}`, 'hex').slice(0, 24)}`

const UNKNOWN: SubmitOutcome = {
  _tag: 'OutcomeUnknown',
  detail: 'the sandbox lost the response, as this destination requests',
  isOfMessage: true,
}
const REJECTED: SubmitOutcome = {
  _tag: 'PermanentFailure',
  failureCode: 'provider_rejected',
  detail: 'the sandbox rejects this destination',
  reason: { code: 'sandbox_0001', text: 'The last digits of the recipient ask for a rejection.' },
}
const NOT_NOW: SubmitOutcome = {
  _tag: 'TransientFailure',
  detail: 'the sandbox refuses the first two attempts to this destination',
}

const NOT_SERVED: SubmitOutcome = {
  _tag: 'RejectedByRoute',
  detail: 'the sandbox account does not support this destination',
}

/** The platform stores reports more slowly than messages arrive. */
const NO_ROOM: SubmitOutcome = {
  _tag: 'NotAttempted',
  detail: 'the sandbox has too many messages without a delivery report',
}

const atOnce = (outcome: SubmitOutcome): SandboxDecision => ({ outcome, answerAfterMs: 0 })

/** Whether the message's status must still appear unknown. */
const isInTheDark = (taken: KnownMessage): boolean => taken.behavior === 'late' && !isFinished(taken)

/** Whether the account serves this recipient; without prefixes it serves all. */
const isServed = (prefixes: readonly string[] | undefined, to: string): boolean =>
  prefixes === undefined || !to.startsWith('+') || prefixes.some((prefix) => to.startsWith(prefix))

/** Decides about a submission by its destination and the earlier history of the message. */
export const decideSubmission = (
  memory: JournalMemory,
  { account, serves }: SandboxIdentity,
  submission: ProviderSubmission,
  nowMs: EpochMs,
  { deliverAfterMs, lateMs, slowMs }: Delays,
): SandboxDecision => {
  const { messageId, to } = submission
  const taken: SubmitOutcome = {
    _tag: 'Accepted',
    providerMessageIds: [providerMessageIdOf(account, messageId)],
  }
  const before = memory.known(messageId)
  if (before !== undefined) return atOnce(isInTheDark(before) ? UNKNOWN : taken)
  if (!isServed(serves, to)) return atOnce(NOT_SERVED)
  const behavior = behaviorOf(to)
  if (behavior === 'reject') return atOnce(REJECTED)
  if (behavior === 'vanish') return atOnce(UNKNOWN)
  const times = memory.refusals(messageId) + 1
  if (behavior === 'refuse_twice' && times <= REFUSALS_BEFORE_SUCCESS) {
    return { outcome: NOT_NOW, record: { kind: 'refused', messageId, times }, answerAfterMs: 0 }
  }
  if (!memory.hasRoom()) return atOnce(NO_ROOM)
  const answerAfterMs = behavior === 'slow' ? slowMs : 0
  const dueMs = nowMs + (behavior === 'late' ? lateMs : answerAfterMs + deliverAfterMs)
  const message = inboxMessage(submission)
  const record: TakenRecord = { kind: 'taken', messageId, atMs: nowMs, dueMs, behavior, message }
  return { outcome: behavior === 'late' ? UNKNOWN : taken, record, answerAfterMs }
}

/** Whether the sandbox has a message, as far as the behavior of its destination reveals that. */
export const decideAnswer = (
  memory: JournalMemory,
  account: ProviderAccountId,
  messageId: MessageId,
  to: string,
): StatusQueryOutcome => {
  const taken = memory.known(messageId)
  if (behaviorOf(to) === 'vanish' || (taken !== undefined && isInTheDark(taken))) {
    return {
      _tag: 'CannotTell',
      detail: 'the sandbox does not report the status, as this destination requests',
    }
  }
  if (taken === undefined) return { _tag: 'NotAccepted' }
  return { _tag: 'Accepted', providerMessageIds: [providerMessageIdOf(account, messageId)] }
}
