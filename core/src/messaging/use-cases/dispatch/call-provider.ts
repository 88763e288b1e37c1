import { accountRefusal } from '../../../providers/domain/calls/account-refusal.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import {
  type CallOutcome,
  identifiersIn,
  type NotAttempted,
  type SubmitOutcome,
} from '../../../providers/domain/calls/outcome.js'
import type { GiveBackCause, Report } from '../../domain/dispatch/report.js'
import { soundOutcome } from '../../../providers/domain/calls/sound-outcome.js'
import { E } from '../../../fp.js'
import type { DispatchStorage } from '../../ports/dispatch-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { ProviderSubmission } from '../../../providers/ports/provider.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import {
  queryStatus,
  emitFailure,
  GRACE_MS,
  answerInTime,
} from '../../../providers/use-cases/calls/query-status.js'
import { unsubscribeOfferOf } from '../../../consent/use-cases/unsubscribe-offer-of.js'
import { beginCalls, type BegunCall } from './begin-calls.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import { bounceAddressOf } from '../../../providers/use-cases/calls/bounce-address-of.js'
import type { CallCapacity } from '../../../providers/use-cases/calls/call-capacity.js'
import { type ClaimedCall, givenBack, leaseEndMs, waitUntilMs } from './claimed-call.js'
import { readyContent, type ReadyMessage } from './ready-content.js'
import { present } from '../../../kernel/present.js'
import { recheckBeforeCall, STALE_MS } from './recheck-before-call.js'
import { suppressedMeanwhile } from './suppressed-meanwhile.js'

interface Needs {
  readonly storage: { readonly dispatch: DispatchStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly keyedDigests: KeyedDigests
  readonly telemetry: Telemetry
  readonly publicUrl?: string
}

/** Why a call isn't made, and why its message is given back if it has no intent yet. */
interface Hindrance {
  readonly cause: GiveBackCause
  readonly detail: string
}

const NO_SLOT: Hindrance = { cause: 'no slot', detail: 'no connection was free in time' }
const RESTING: Hindrance = { cause: 'no slot', detail: 'the account is not called because it does not work' }
const STOPPING: Hindrance = { cause: 'stopping', detail: 'the dispatcher stopped before the call' }
const OUTLIVED: Hindrance = { cause: 'stopped', detail: 'the message expired while it waited' }
const STOPPED: Hindrance = { cause: 'stopped', detail: 'the message was stopped while it waited' }

/**
 * The outcome if nothing was sent although the intent was written. An earlier call with an unknown outcome
 * stays open.
 */
const notBegun = ({ isRepeat }: ClaimedCall, { cause, detail }: Hindrance): CallOutcome => ({
  _tag: 'Deferred',
  detail,
  isRepeat,
  isDueNow: cause === 'stopping',
})

/** Takes a report that comes after the call's own report. */
export type LateReports = (report: Report) => void

/** The message in the form that the provider adapter gets. */
const submissionOf = (
  needs: Needs,
  { call, attempt }: BegunCall,
  { content, otp }: ReadyMessage,
  late: LateReports,
): ProviderSubmission => {
  const { message, sender, template, sealingKey } = call
  const { messageId, number, providerAccountId, startedAtMs } = attempt
  const { organizationId, lane, to } = message
  const { category, language } = template.version
  const made = { messageId, attempt: number, providerAccountId, startedAtMs }
  return {
    messageId: message.messageId,
    to,
    recipientName: message.recipientName,
    sender,
    content,
    registration: template.registration,
    category,
    otp,
    expiresAtMs: message.expiresAtMs,
    attempt: number,
    bounceAddress: bounceAddressOf(needs, call.target, message.messageId),
    unsubscribe: unsubscribeOfferOf(needs, { organizationId, lane, to, sender, language, sealingKey }),
    trace: message.trace,
    onLate: (outcome) => late({ _tag: 'Called', ...made, outcome }),
  }
}

/** Nothing was sent. The message is due at once if another account can be tried, until all have been. */
const notAttemptedFrom = (
  { message, accounts, isRepeat }: ClaimedCall,
  { detail, reason }: NotAttempted,
): CallOutcome => {
  if (isRepeat) return { _tag: 'Deferred', detail, isRepeat, isDueNow: false }
  return {
    _tag: 'NotAttempted',
    detail,
    ...present({ reason }),
    isDueNow: (message.uncalled + 1) % accounts !== 0,
  }
}

/**
 * Returns the adapter's outcome; an error of the adapter itself goes to telemetry with the account and its
 * kind.
 */
const submitted = async (
  needs: Needs,
  { call: { message, target } }: BegunCall,
  submission: ProviderSubmission,
): Promise<{ readonly outcome: SubmitOutcome; readonly hasEnded: boolean }> => {
  const { account, provider } = target
  const { kind, providerAccountId, timeoutMs } = account
  const tell = (fault: string): void =>
    emitFailure(needs, 'provider', new Error(`${kind} (${providerAccountId}) ${fault}`), message)
  const noAnswer: SubmitOutcome = { _tag: 'OutcomeUnknown', detail: 'the provider did not respond' }
  let hasThrown = false
  const ask = async (): Promise<SubmitOutcome> => {
    try {
      return await provider.submit(submission, timeoutMs)
    } catch (cause) {
      hasThrown = true
      tell(`threw in submit: ${errorMessage(cause)}`)
      return noAnswer
    }
  }
  const returned = await answerInTime(needs, timeoutMs + GRACE_MS, ask, noAnswer, message)
  if (returned === noAnswer) {
    if (!hasThrown) tell(`did not finish submit within ${timeoutMs + GRACE_MS} ms`)
    return { outcome: noAnswer, hasEnded: false }
  }
  const { outcome, fault } = soundOutcome(returned)
  if (fault !== undefined) tell(fault)
  return { outcome, hasEnded: true }
}

const submit = async (
  needs: Needs,
  { circuits, rates }: CallCapacity,
  begun: BegunCall,
  submission: ProviderSubmission,
): Promise<CallOutcome> => {
  const { call, attempt } = begun
  const { message, target, configuration, isRepeat } = call
  const { account, provider } = target
  const startedAtMs = needs.clock.nowMs()
  const { outcome, hasEnded } = await submitted(needs, begun, submission)
  circuits.ended(account, outcome, startedAtMs)
  if (outcome._tag === 'TransientFailure' && outcome.isThrottled === true)
    rates.slowDown(account.providerAccountId)
  if (outcome._tag === 'NotAttempted') return notAttemptedFrom(call, outcome)
  // An account that refuses a repeat now may have taken the message before.
  const isHere = outcome._tag === 'RejectedByRoute'
  if (isHere && !isRepeat) return { ...outcome, refusal: accountRefusal(account, configuration) }
  const isOpen =
    isHere || outcome._tag === 'OutcomeUnknown' || (isRepeat && outcome._tag === 'TransientFailure')
  if (!isOpen) return outcome
  return queryStatus(needs, provider, account, {
    message: { ...message, attempt: attempt.number },
    sender: call.sender,
    startedAtMs: attempt.startedAtMs,
    providerMessageIds: isHere ? [] : identifiersIn(outcome),
    detail: outcome.detail,
    hasEnded,
  })
}

/** The adapters' name of every outcome. */
const ADAPTER_OUTCOMES: Readonly<Record<CallOutcome['_tag'], SubmitOutcome['_tag']>> = {
  Accepted: 'Accepted',
  NotAttempted: 'NotAttempted',
  RejectedByRoute: 'RejectedByRoute',
  PermanentFailure: 'PermanentFailure',
  TransientFailure: 'TransientFailure',
  OutcomeUnknown: 'OutcomeUnknown',
  Retry: 'OutcomeUnknown',
  Deferred: 'NotAttempted',
}

/** The reason not to start a call now, if there is one: it is no longer allowed, or couldn't end in time. */
const hindering = (needs: Needs, catalog: Catalog) => {
  const mayStillGo = recheckBeforeCall(needs, catalog)
  return async (call: ClaimedCall, waitedMs: number): Promise<Hindrance | undefined> => {
    const isStopped = waitedMs >= STALE_MS && !(await mayStillGo(call))
    const nowMs = needs.clock.nowMs()
    if (nowMs >= call.message.expiresAtMs) return OUTLIVED
    if (nowMs >= leaseEndMs(call)) return NO_SLOT
    return isStopped ? STOPPED : undefined
  }
}

/**
 * Calls the provider. If the content can't be prepared because of the message itself, the call isn't started.
 */
const callNow = async (
  needs: Needs,
  capacity: CallCapacity,
  begun: BegunCall,
  late: LateReports,
): Promise<CallOutcome> => {
  const content = readyContent(needs, begun.call)
  if (E.isLeft(content))
    return { _tag: 'Deferred', isRepeat: begun.call.isRepeat, isDueNow: false, ...content.left }
  const startedAtMs = needs.clock.nowMs()
  const submission = submissionOf(needs, begun, content.right, late)
  const outcome = await submit(needs, capacity, begun, submission)
  const { messageId, channel, trace } = begun.call.message
  needs.telemetry.emit({
    _tag: 'ProviderCalled',
    messageId,
    trace,
    attempt: begun.attempt.number,
    channel,
    providerAccountId: begun.call.target.account.providerAccountId,
    outcome: ADAPTER_OUTCOMES[outcome._tag],
    durationMs: needs.clock.nowMs() - startedAtMs,
  })
  return outcome
}

/**
 * Carries out the call of a claimed message, within the account's limits on time and concurrency. A message
 * that waits for a slot has only a lease. The intent is written when a slot is free or nearly free, and only
 * then is the provider called (`docs/decisions/0026`). A call isn't started if it could outlast its lease
 * (docs/promises#expired-leases), if the message's validity has ended (docs/api/delivery#retries), if the
 * message was stopped while it waited, or if its recipient opted out. `late` gets the report of a provider that
 * responds after the time-out. Undefined: another dispatcher has the message now.
 */
export const callProvider = (needs: Needs, capacity: CallCapacity, catalog: Catalog, late: LateReports) => {
  const { clock } = needs
  const begin = beginCalls(needs)
  const hindrance = hindering(needs, catalog)
  const suppressed = suppressedMeanwhile(needs, catalog)

  const sentAway = (): Hindrance => (capacity.isShut() ? STOPPING : NO_SLOT)

  /** Waits for a slot, with the intent written, and calls the provider. */
  const callInPlace = async (begun: BegunCall): Promise<CallOutcome> => {
    const { call } = begun
    const cameAtMs = clock.nowMs()
    const { account } = call.target
    const { lane, units } = call.message
    const slot = capacity.slot(call.target, call.message)
    if (slot === undefined || !(await slot.take(waitUntilMs(call)))) return notBegun(call, sentAway())
    try {
      if (!(await capacity.rates.take(account, lane, units, waitUntilMs(call))))
        return notBegun(call, sentAway())
      const stopped = await suppressed(call)
      if (stopped !== undefined) return stopped
      // Last, because reading takes time in which the lease or the message's validity may end.
      const reason = await hindrance(call, clock.nowMs() - cameAtMs)
      if (reason !== undefined) return notBegun(call, reason)
      return capacity.circuits.begin(account)
        ? await callNow(needs, capacity, begun, late)
        : notBegun(call, RESTING)
    } finally {
      slot.leave()
    }
  }

  /** Waits for the turn of a message that has only a lease, and writes its intent. */
  const beginInTurn = async (call: ClaimedCall): Promise<BegunCall | Report | undefined> => {
    const cameAtMs = clock.nowMs()
    if (!(await call.target.slot.take(waitUntilMs(call)))) return givenBack(call, sentAway().cause)
    const reason = await hindrance(call, clock.nowMs() - cameAtMs)
    if (reason !== undefined) return givenBack(call, reason.cause)
    if (!capacity.circuits.letsThrough(call.target.account)) return givenBack(call, RESTING.cause)
    const beginning = await begin(call)
    if (beginning._tag === 'Begun') return beginning.begun
    return beginning._tag === 'Overtaken' ? undefined : givenBack(call, 'unanswered')
  }

  return async (call: ClaimedCall, written: Attempt | undefined): Promise<Report | undefined> => {
    const begun = written === undefined ? await beginInTurn(call) : { call, attempt: written }
    if (begun === undefined || '_tag' in begun) return begun
    const { messageId, number, providerAccountId, startedAtMs } = begun.attempt
    const outcome = await callInPlace(begun)
    const made = { messageId, attempt: number, providerAccountId, startedAtMs }
    const report = { ...made, claimed: call.message, outcome }
    const { reportsNothing: isLastWord, askAfterMs } = call.target.provider
    const later = askAfterMs === undefined ? {} : { askAfterMs }
    return { _tag: 'Called', ...report, ...(isLastWord && { isLastWord }), ...later }
  }
}
