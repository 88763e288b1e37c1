import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import { isStillClaimed, type ClaimStatus } from '../../../providers/domain/calls/claim.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { BeginPlan, HeldMessages, Intent } from '../../ports/dispatch-storage.js'
import { byLane } from '../../../kernel/batching/by-lane.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import {
  type BatchLane,
  isolatedBatches,
  type BatchOutcome,
} from '../../../kernel/batching/isolated-batches.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
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
type Statuses = ReadonlyMap<MessageId, ClaimStatus>

/** The call made its transaction fail, alone too. */
interface Broken {
  readonly _tag: 'Broken'
  readonly cause: string
}

type Outcomes = ReadonlyArray<BatchOutcome<IntentOutcome | Broken>>

/** The intents of those that are still their claims'; each gets a lease from now on. */
const beginOwn = (
  calls: readonly ClaimedCall[],
  statuses: Statuses,
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
 * transaction (`docs/decisions/0026`). Each is written only while the message is still its claim's. A message that another
 * transaction holds keeps no other one waiting, and one that breaks the transaction rejects alone (docs/promises#neighbors).
 */
export const beginCalls = (needs: Needs): ((call: ClaimedCall) => Promise<IntentOutcome>) => {
  const { storage, clock, telemetry } = needs

  const beginTogether = async (calls: readonly ClaimedCall[], waits: boolean): Promise<Outcomes> => {
    const ids = calls.map(({ message }) => message.messageId)
    let held: HeldMessages = new Map()
    const decide = (statuses: Statuses, heldByOthers: HeldMessages): BeginPlan<Beginnings> => {
      held = heldByOthers
      return beginOwn(calls, statuses, clock.nowMs())
    }
    const begun = await storage.dispatch.begin(ids, decide, waits)()
    if (E.isLeft(begun)) telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause: begun.left.cause })
    return ids.map((messageId) => {
      if (E.isLeft(begun)) return { _tag: 'Done', answer: { _tag: 'Unanswered' } }
      const organizationId = held.get(messageId)
      if (organizationId !== undefined) return { _tag: 'Held', organizationId }
      return { _tag: 'Done', answer: begun.right.get(messageId) ?? { _tag: 'Overtaken' } }
    })
  }

  /** A batch that breaks is halved; the call that breaks it is told so by its own rejection. */
  const run = (calls: readonly ClaimedCall[], { organizationId }: BatchLane): Promise<Outcomes> =>
    inHalves<ClaimedCall, string, Outcomes>({
      attempt: async (part) => {
        try {
          return E.right(await beginTogether(part, organizationId !== undefined))
        } catch (cause) {
          return E.left(errorMessage(cause))
        }
      },
      alone: (part, cause) =>
        part.map(({ message }) => ({
          _tag: 'Done',
          answer: { _tag: 'Broken', cause },
          spoils: message.organizationId,
        })),
      join: (first, second) => [...first.result, ...second.result],
    })(calls)

  const lanes = byLane(() =>
    isolatedBatches<ClaimedCall, IntentOutcome | Broken>(needs, {
      ...BEGIN_LIMITS,
      batcher: 'intents',
      organizationOf: ({ message }) => message.organizationId,
      run,
    }),
  )
  return async (call) => {
    const begun = await lanes[call.message.lane].submit(call)
    if (E.isLeft(begun)) return { _tag: 'Unanswered' }
    if (begun.right._tag === 'Broken') throw new Error(begun.right.cause)
    return begun.right
  }
}
