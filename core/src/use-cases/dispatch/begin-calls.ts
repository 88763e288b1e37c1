import type { Attempt } from '../../domain/dispatch/attempt.js'
import { isStillClaimed, type ClaimStatus } from '../../domain/dispatch/claim.js'
import type { MessageId } from '../../domain/ids/id.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { BeginPlan, Intent } from '../../ports/storage/dispatch-storage.js'
import { byLane } from '../concurrency/by-lane.js'
import { coalesce } from '../concurrency/coalesce.js'
import { type ClaimedCall, intentOf, leaseUntilMs } from './claimed-call.js'

/** A call that may be made: its intent is written. */
export interface BegunCall {
  readonly call: ClaimedCall
  readonly attempt: Attempt
}

/**
 * Whether a call's intent is written. `Begun`: it is, and the call has to be made or to be reported as not begun;
 * `Overtaken`: the message is no longer this claim's, and nothing is to be done; `Unanswered`: the database did not say.
 */
export type IntentOutcome =
  | { readonly _tag: 'Begun'; readonly begun: BegunCall }
  | { readonly _tag: 'Overtaken' }
  | { readonly _tag: 'Unanswered' }

/** For each lane: an OTP's intent does not wait for the batch of a bulk lane. */
const BEGIN_LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

type Needs = Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry'>
type Beginnings = ReadonlyMap<MessageId, IntentOutcome>

/** The intents of those that are still their claims'; each gets a lease from now on. */
const beginOwn = (
  calls: readonly ClaimedCall[],
  statuses: ReadonlyMap<MessageId, ClaimStatus>,
  nowMs: EpochMs,
): BeginPlan<Beginnings> => {
  const result = new Map<MessageId, IntentOutcome>()
  const intents: Intent[] = []
  for (const call of calls) {
    const { messageId, attempt: number } = call.message
    const now = statuses.get(messageId)
    if (now === undefined || !isStillClaimed(now, { claim: call.claim, attempt: number })) continue
    const attempt = intentOf(call, nowMs)
    const until = leaseUntilMs(call.target.account, nowMs)
    intents.push({ attempt, leaseUntilMs: until })
    result.set(messageId, { _tag: 'Begun', begun: { call: { ...call, leaseUntilMs: until }, attempt } })
  }
  return { intents, result }
}

/**
 * Writes the intents of messages that were claimed before and have their turn now, those that come together in one
 * transaction (`docs/decisions/0026`). Each is written only while the message is still its claim's.
 */
export const beginCalls = (needs: Needs): ((call: ClaimedCall) => Promise<IntentOutcome>) => {
  const { storage, clock, timers, telemetry } = needs

  const run = async (calls: readonly ClaimedCall[]): Promise<readonly IntentOutcome[]> => {
    const ids = calls.map(({ message }) => message.messageId)
    const begun = await storage.dispatch.begin(ids, (statuses) => beginOwn(calls, statuses, clock.nowMs()))()
    if (E.isRight(begun)) return ids.map((messageId) => begun.right.get(messageId) ?? { _tag: 'Overtaken' })
    telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause: begun.left.cause })
    return ids.map(() => ({ _tag: 'Unanswered' }))
  }

  const lanes = byLane(() => coalesce({ ...BEGIN_LIMITS, timers, run }))
  return async (call) => {
    const begun = await lanes[call.message.lane].submit(call)
    return E.isRight(begun) ? begun.right : { _tag: 'Unanswered' }
  }
}
