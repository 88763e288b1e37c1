import type * as t from 'io-ts'
import type { Attempt, AttemptPhase } from '../../../providers/domain/calls/attempt.js'
import { isUnderWay } from '../../../providers/domain/calls/dead-letter.js'
import { causeOfMessage } from '../../domain/messages/failure-guide.js'
import type { MessageState } from '../../../kernel/messages/message-state.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { customerTraceFields, customerTraceOptions, WAITED_FOR } from './customer-shapes.js'
import { type MessageRecords, timelineOf } from './timeline-view.js'
import { historyMessageView, reasonView } from './message-view.js'
import { waitingView } from './waiting-view.js'
import { present } from '../../../kernel/present.js'

type Step = t.TypeOf<(typeof customerTraceFields)['timeline']>[number]
type Waits = t.TypeOf<(typeof customerTraceOptions)['waits']>

/** The outcome of a call in neutral terms, without the provider and its response. */
const OUTCOMES: Readonly<Record<AttemptPhase, string>> = {
  intent: 'unknown',
  accepted: 'accepted',
  rejected_by_route: 'transient_failure',
  transient_failure: 'transient_failure',
  permanent_failure: 'permanent_failure',
  unknown: 'unknown',
}

/** Super admins' decisions that change a message. Only viewing a message isn't a decision. */
const DECISIONS: ReadonlySet<string> = new Set([
  'resolveUnconfirmedMessage',
  'requeueDeadLetter',
  'assignOrphanReceipt',
  'cancelMessage',
])

type KnownStep = ReturnType<typeof timelineOf>[number]

const whatOf = ({ state, failureCode }: KnownStep) => ({
  ...present({ state, failureCode }),
})

/** The step as the sender may see it; undefined if it is hidden from the sender. */
const shownStep = (step: KnownStep): Step | undefined => {
  const { at, kind, attempt, outcome, reported, entryId, entryType, amountMinor, currency } = step
  switch (kind) {
    case 'accepted':
    case 'state':
      return { at, kind, ...whatOf(step) }
    case 'attempt_begun':
      return { at, kind, ...present({ attempt }) }
    case 'attempt_ended':
      return {
        at,
        kind,
        ...present({ attempt }),
        outcome: OUTCOMES[outcome as AttemptPhase],
        ...whatOf(step),
      }
    case 'receipt':
      return { at, kind, ...present({ reported }), ...whatOf(step) }
    case 'ledger':
      return {
        at,
        kind,
        ...present({ entryId, entryType, amountMinor, currency }),
      }
    case 'dead_letter':
      return { at, kind: 'held_up' }
    case 'act':
      return outcome === 'done' && DECISIONS.has(step.action ?? '')
        ? { at, kind: 'decision', ...whatOf(step) }
        : undefined
    default:
      return undefined
  }
}

const WAITS_FOR: Readonly<Partial<Record<MessageState, (typeof WAITED_FOR)[number]>>> = {
  ACCEPTED: 'carrier',
  SUBMITTED: 'report',
  UNCONFIRMED: 'outcome',
}

/** A message's records, with the dispatcher's due time. */
export interface CustomerRecords extends MessageRecords {
  readonly attempts: readonly Attempt[]
  readonly dueAtMs: EpochMs | undefined
}

const waitsOf = (records: CustomerRecords, timeline: readonly Step[]): Waits | undefined => {
  const { message, failures } = records
  const waitsFor = WAITS_FOR[message.state]
  const waits = waitingView(records)
  if (waitsFor === undefined || waits === undefined) return undefined
  const deadAtMs = isUnderWay(message) ? failures?.deadAtMs : undefined
  const since = timeline.findLast(({ state }) => state === message.state)?.at ?? isoTime(message.acceptedAtMs)
  const lastRefusal = reasonView(message.providerReason)
  return deadAtMs === undefined
    ? { waitsFor, since, ...waits, ...present({ lastRefusal }) }
    : { waitsFor: 'support', since: isoTime(deadAtMs), ...waits }
}

/** A message's evidence without its providers and the platform staff who handled it. */
export const customerTraceView = (records: CustomerRecords) => {
  const { message } = records
  const timeline = timelineOf(records).flatMap((step) => shownStep(step) ?? [])
  const waits = waitsOf(records, timeline)
  return {
    message: historyMessageView(message),
    timeline,
    ...present({ waits, failure: causeOfMessage(message) }),
  }
}
