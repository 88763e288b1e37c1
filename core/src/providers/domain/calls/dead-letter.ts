import type { MessageId, OrganizationId } from '../../../kernel/ids/id.js'
import { type BillingStatus, isOpenState, type MessageState } from '../../../kernel/messages/message-state.js'
import type { TraceContext } from '../../../kernel/tracing/trace-context.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import { backoffMs } from './backoff.js'
import { RECONCILIATION_WINDOW_MS } from './past-check.js'

/**
 * How often processing a message may fail before it becomes a dead letter (docs/promises#poison-messages).
 */
export const MOST_FAILURES = 5

/**
 * The stage where processing a message failed: it couldn't be read and claimed; its template couldn't be
 * rendered; its sealed values couldn't be opened; the work on it threw an error; its result couldn't be
 * written.
 */
export const FAILURE_STAGES = ['claim', 'rendering', 'unsealing', 'work', 'recording'] as const

export type FailureStage = (typeof FAILURE_STAGES)[number]

/** The processing failures of a message. They are stored separately and don't change the message's state. */
export interface ProcessingFailures {
  readonly messageId: MessageId
  /** How many failures since it was accepted, or since a super admin retried it. */
  readonly failures: number
  /** The stage of the last failure; never its error text, which may contain secrets. */
  readonly stage: FailureStage
  readonly firstAtMs: EpochMs
  readonly lastAtMs: EpochMs
  /** Since when the message is a dead letter; undefined: it is still retried. */
  readonly deadAtMs: EpochMs | undefined
  /** Increases with every change. */
  readonly version: number
}

/** The fields of a message that are needed even if the rest of it can't be read. */
export interface FailingMessage {
  readonly messageId: MessageId
  readonly organizationId: OrganizationId
  readonly state: MessageState
  readonly billing: BillingStatus
  readonly attempt: number
  readonly leaseUntilMs: EpochMs
  readonly updatedAtMs: EpochMs
  readonly expiresAtMs: EpochMs
  readonly trace: TraceContext
}

/** A failure while processing a message; `attempt`: the failed attempt, if one was started. */
export interface ProcessingFailure {
  readonly messageId: MessageId
  readonly stage: FailureStage
  readonly attempt: number | undefined
}

/** Whether a dispatcher still has work to do for the message. */
export const isUnderWay = ({ state, billing }: Pick<FailingMessage, 'state' | 'billing'>): boolean =>
  isOpenState(state) || (state === 'SUBMITTED' && billing === 'provisional')

/**
 * When a dead letter is checked again automatically: once its validity or the reconciliation window ends, and
 * every day after that if ending it fails too.
 */
export const deadUntilMs = (
  { state, updatedAtMs, expiresAtMs }: Pick<FailingMessage, 'state' | 'updatedAtMs' | 'expiresAtMs'>,
  nowMs: EpochMs,
): EpochMs => {
  const endMs = state === 'ACCEPTED' ? expiresAtMs : updatedAtMs + RECONCILIATION_WINDOW_MS
  return endMs > nowMs ? endMs : nowMs + DAY_MS
}

/** The stored failures of a message after one more, and when it is due again. */
export interface CountedFailure {
  readonly failures: ProcessingFailures
  readonly dueAtMs: EpochMs
  readonly trace: TraceContext
}

/**
 * Counts a failure (docs/promises#poison-messages): the message is retried after a while, and becomes a dead
 * letter at the fifth failure. Undefined if there is nothing to count: it is finished, or another attempt has
 * started meanwhile.
 */
export const countFailure = (
  message: FailingMessage,
  before: ProcessingFailures | undefined,
  { stage, attempt }: ProcessingFailure,
  nowMs: EpochMs,
  chance: number,
): CountedFailure | undefined => {
  if (!isUnderWay(message)) return undefined
  if (attempt !== undefined && attempt !== message.attempt) return undefined
  const count = (before?.failures ?? 0) + 1
  const isDead = count >= MOST_FAILURES
  const failures: ProcessingFailures = {
    messageId: message.messageId,
    failures: count,
    stage,
    firstAtMs: before === undefined || before.failures === 0 ? nowMs : before.firstAtMs,
    lastAtMs: nowMs,
    deadAtMs: isDead ? (before?.deadAtMs ?? nowMs) : undefined,
    version: (before?.version ?? 0) + 1,
  }
  const againAtMs = Math.max(message.leaseUntilMs, nowMs + backoffMs(count, chance))
  const dueAtMs = isDead ? deadUntilMs(message, nowMs) : againAtMs
  return { failures, dueAtMs, trace: message.trace }
}

/** The failures after a super admin retries it: it gets as many attempts as a new message. */
export const revived = (before: ProcessingFailures): ProcessingFailures => ({
  ...before,
  failures: 0,
  deadAtMs: undefined,
  version: before.version + 1,
})
