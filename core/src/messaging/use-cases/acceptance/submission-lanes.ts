import type { OrganizationId } from '../../../kernel/ids/id.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Telemetry } from '../../ports/telemetry.js'
import { CHANGED_TOO_FAST } from '../../../kernel/caching/stale.js'
import { type Batcher, createBatcher } from '../../../kernel/batching/batcher.js'
import { followingFor } from '../../../kernel/batching/following.js'
import { lanesAside } from '../../../kernel/batching/lanes-aside.js'
import { type AcceptanceAnswer, isAnswered, type SubmissionOutcome } from './acceptance-answer.js'
import { largeSubmissions } from './large-submissions.js'
import type { PendingSubmission } from './pending-submission.js'
import type { Preparation } from './prepare-submission.js'

/** How acceptances share transactions. */
export interface AcceptanceLimits {
  /** Shared transactions in progress at once. */
  readonly lanes: number
  /** The maximum number of messages in a transaction; a batch that doesn't fit goes into the next one. */
  readonly maxBatch: number
  /** The maximum number of waiting messages; further requests get 503. */
  readonly maxWaiting: number
}

/** A locked account is tried again every 10 ms, ten times; then its Organization is set aside. */
const TRIES = 10
const PAUSE_MS = 10

/**
 * A submission that was stale more often than this in shared transactions gets its own, which starts sooner
 * after its preparation.
 */
const STALE_IN_SHARED = 3

/** A submission that waits for a transaction. */
export interface QueuedSubmission {
  readonly pending: PendingSubmission
  /** Facts about it that were read before this epoch aren't used. */
  readonly atLeastEpoch: number
}

type Lane = Batcher<QueuedSubmission, SubmissionOutcome>

interface Needs {
  readonly clock: Clock
  readonly timers: Timers
  readonly telemetry: Telemetry
}

/** Reads again what a submission depends on, as of an epoch. */
type Renew = Preparation['renew']

/**
 * Runs a batch and returns one outcome per submission, in order. Without `waits`, submissions with locked
 * accounts come back as `held` at once.
 */
export type RunSubmissions = (
  queued: readonly QueuedSubmission[],
  waits: boolean,
) => Promise<readonly SubmissionOutcome[]>

const failed = (outcome: SubmissionOutcome): boolean =>
  isAnswered(outcome) && E.isLeft(outcome) && outcome.left._tag === 'BatchFailed'

const unavailable = (outcome: SubmissionOutcome): boolean =>
  isAnswered(outcome) && E.isLeft(outcome) && outcome.left._tag === 'StorageUnavailable'

const weightOf = ({ pending: { items } }: QueuedSubmission): number => items.length

/**
 * Puts submissions into shared transactions, so that Organizations don't wait for one another
 * (docs/promises#neighbors).
 * - An Organization whose account stays locked by another transaction, or whose submission makes a batch
 *   fail, is set aside. It gets its own transactions, which wait for its lock, until it has had no trouble
 *   for 10 seconds.
 * - A submission whose Organization's catalog changed is prepared again outside of the lane, and joins a
 *   later transaction.
 * - Large submissions have their own lane.
 */
export const submissionLanes = (
  needs: Needs,
  limits: AcceptanceLimits,
  run: RunSubmissions,
  renew: Renew,
): { submit(pending: PendingSubmission): Promise<AcceptanceAnswer> } => {
  const { timers, clock } = needs
  const runFree = (queued: readonly QueuedSubmission[]) => run(queued, false)
  const shared: Lane = createBatcher({ ...limits, timers, weightOf, run: runFree })
  const alone: Lane = createBatcher({ ...limits, timers, maxBatch: 1, run: runFree })
  const large = largeSubmissions(needs, { ...limits, weightOf }, runFree)
  const asides = lanesAside<QueuedSubmission, SubmissionOutcome>(needs, {
    ...limits,
    batcher: 'acceptance',
    weightOf,
    run: (queued) => run(queued, true),
    isTrouble: (outcome) => failed(outcome) || unavailable(outcome),
  })

  /**
   * Pauses a submission that found its account locked in a shared transaction, and finally sets its Organization
   * aside. Another submission may have done so in the meantime.
   */
  const afterHeld = async (organizationId: OrganizationId, tries: number): Promise<void> => {
    if (asides.laneOf(organizationId) !== undefined) return
    if (tries >= TRIES) asides.add(organizationId, 'account_held')
    else await new Promise<void>((resolve) => timers.after(PAUSE_MS, resolve))
  }

  return {
    submit: async (pending) => {
      const { organizationId } = pending.caller.credential
      let queued: QueuedSubmission = { pending, atLeastEpoch: 0 }
      let heldTries = 0
      let staleTries = 0
      let mayFollow: (() => boolean) | undefined
      const usual = large.laneFor(pending.items, shared)
      for (;;) {
        const lane = asides.laneOf(organizationId)
        const done = await (lane ?? (staleTries > STALE_IN_SHARED ? alone : usual)).submit(queued)
        if (E.isLeft(done)) return done
        const outcome = done.right
        if (outcome === 'held') {
          if (lane !== undefined) throw new Error('a transaction that waits found an account held')
          await afterHeld(organizationId, (heldTries += 1))
        } else if (outcome._tag === 'Stale') {
          staleTries += 1
          mayFollow ??= followingFor(clock)
          if (!mayFollow()) return E.left(CHANGED_TOO_FAST)
          const renewed = await renew(queued.pending, outcome.epoch)
          if (E.isLeft(renewed)) return renewed
          queued = { pending: renewed.right, atLeastEpoch: outcome.epoch }
        } else {
          if (lane === undefined && failed(outcome)) asides.add(organizationId, 'batch_failed')
          return outcome
        }
      }
    },
  }
}
