import type { MessageId, OrganizationId } from '../../../kernel/ids/id.js'
import { type BillingStatus, isOpenState, type MessageState } from '../../../kernel/messages/message-state.js'
import type { TraceContext } from '../../../kernel/tracing/trace-context.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import { backoffMs } from './backoff.js'
import { RECONCILIATION_WINDOW_MS } from './past-check.js'

/** How often processing a message may fail before it is left alone (docs/promises#poison-messages). */
export const MOST_FAILURES = 5

/**
 * Where processing a message failed: it could not be read and claimed; its template does not render; what it has
 * sealed cannot be opened; the work on it broke; what came of it could not be written.
 */
export const FAILURE_STAGES = ['claim', 'rendering', 'unsealing', 'work', 'recording'] as const

export type FailureStage = (typeof FAILURE_STAGES)[number]

/** What kept a message from being processed. It stands beside the message, whose state stays what it was. */
export interface ProcessingFailures {
  readonly messageId: MessageId
  /** How often, since it was accepted or an operator had it tried again. */
  readonly failures: number
  /** Where it failed last; never what it said, which may repeat what nobody may read. */
  readonly stage: FailureStage
  readonly firstAtMs: EpochMs
  readonly lastAtMs: EpochMs
  /** Since when the message is a dead letter; undefined: it is still tried. */
  readonly deadAtMs: EpochMs | undefined
  /** Grows with every change. */
  readonly version: number
}

/** As much of a message as has to be known where the whole of it may be what cannot be read. */
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

/** That processing a message failed; `attempt`: the one whose work it was, where one was begun. */
export interface ProcessingFailure {
  readonly messageId: MessageId
  readonly stage: FailureStage
  readonly attempt: number | undefined
}

/** Whether a dispatcher has anything left to do for the message. */
export const isUnderWay = ({ state, billing }: Pick<FailingMessage, 'state' | 'billing'>): boolean =>
  isOpenState(state) || (state === 'SUBMITTED' && billing === 'provisional')

/**
 * When a dead letter is looked at again by itself: once the sweeps end what it waits for, its validity or the
 * reconciliation window; and each day after that, should ending it fail as well.
 */
export const deadUntilMs = (
  { state, updatedAtMs, expiresAtMs }: Pick<FailingMessage, 'state' | 'updatedAtMs' | 'expiresAtMs'>,
  nowMs: EpochMs,
): EpochMs => {
  const endMs = state === 'ACCEPTED' ? expiresAtMs : updatedAtMs + RECONCILIATION_WINDOW_MS
  return endMs > nowMs ? endMs : nowMs + DAY_MS
}

/** What a failure makes of a message: what is kept of it, and when it is due again. */
export interface CountedFailure {
  readonly failures: ProcessingFailures
  readonly dueAtMs: EpochMs
  readonly trace: TraceContext
}

/**
 * Counts a failure (docs/promises#poison-messages): the message is tried again after a while, and is a dead letter
 * from the fifth on. Undefined where there is nothing to count: it is through, or somebody else began another
 * attempt meanwhile.
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

/** As it stands once an operator has it tried again: with as many tries as a new one. */
export const revived = (before: ProcessingFailures): ProcessingFailures => ({
  ...before,
  failures: 0,
  deadAtMs: undefined,
  version: before.version + 1,
})
