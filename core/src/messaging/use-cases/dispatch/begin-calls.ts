import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import { isStillClaimed, type ClaimStatus } from '../../../providers/domain/calls/claim.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Telemetry } from '../../ports/telemetry.js'
import type { BeginPlan, HeldMessages, Intent, DispatchStorage } from '../../ports/dispatch-storage.js'
import { byLane } from '../../../kernel/batching/by-lane.js'
import { inHalves } from '../../../kernel/batching/halving.js'
import {
  type BatchLane,
  isolatedBatches,
  type BatchOutcome,
} from '../../../kernel/batching/isolated-batches.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import { type ClaimedCall, intentOf, leaseUntilMs } from './claimed-call.js'

/** A call whose intent is written, so that it can be made. */
export interface BegunCall {
  readonly call: ClaimedCall
  readonly attempt: Attempt
}

/**
 * The result of writing a call's intent.
 * - `Begun`: the intent is written, and the call must be made or be reported as not begun.
 * - `Overtaken`: this claim no longer owns the message, and there is nothing to do.
 * - `Unanswered`: the database didn't respond.
 */
export type IntentOutcome =
  | { readonly _tag: 'Begun'; readonly begun: BegunCall }
  | { readonly _tag: 'Overtaken' }
  | { readonly _tag: 'Unanswered' }

/** Applies per lane, so that an OTP's intent doesn't wait for the batch of a bulk lane. */
const BEGIN_LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

interface Needs {
  readonly storage: { readonly dispatch: DispatchStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly telemetry: Telemetry
}
type Beginnings = ReadonlyMap<MessageId, IntentOutcome>
type Statuses = ReadonlyMap<MessageId, ClaimStatus>

/** The call made its transaction fail, even without the others. */
interface Broken {
  readonly _tag: 'Broken'
  readonly cause: string
}

type Outcomes = ReadonlyArray<BatchOutcome<IntentOutcome | Broken>>

/** The intents of messages that their claims still own; each gets a new lease. */
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
 * Writes the intents of claimed messages whose turn has come; concurrent ones share a transaction
 * (`docs/decisions/0026`). Each is written only while its claim still owns the message. A message that
 * another transaction holds doesn't delay the others. If one makes the transaction fail, only that one
 * rejects (docs/promises#neighbors).
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

  /** Halves a failing batch; the call that makes it fail rejects. */
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
