import type { OrganizationId } from '../../domain/ids/id.js'
import type { Overloaded } from '../../domain/refusals/outage.js'
import { SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { type Coalescer, coalesce } from '../concurrency/coalesce.js'
import { semaphore } from '../concurrency/semaphore.js'
import type { AcceptanceAnswer, SubmissionOutcome } from './acceptance-answer.js'
import type { PendingSubmission } from './pending-submission.js'

/** How acceptances share transactions. */
export interface AcceptanceLimits {
  /** Shared transactions in progress at once. */
  readonly lanes: number
  /** The most messages of a transaction; a batch that is larger than what is left goes into the next. */
  readonly maxBatch: number
  /** Messages that may wait; requests beyond get 503. */
  readonly maxWaiting: number
}

/** A held account is tried again after 10 ms, ten times; then its Organization is set aside. */
const TRIES = 10
const PAUSE_MS = 10

/** An Organization shares transactions again after this time without trouble. */
const ASIDE_MS = 10 * SECOND_MS

/** How many transactions of Organizations set aside run at once. Most connections stay free for the others. */
const ASIDE_AT_ONCE = 3

/** The share of `maxWaiting` that may wait for one Organization that is set aside. */
const ASIDE_WAITING = 8

type AsideReason = 'account_held' | 'batch_failed'

interface Aside {
  readonly why: AsideReason
  readonly lane: Coalescer<PendingSubmission, SubmissionOutcome>
  untilMs: number
}

type Needs = Pick<Ports, 'timers' | 'clock' | 'telemetry'>

type Answered = E.Either<Overloaded, AcceptanceAnswer>

/** Runs a batch: one outcome for each submission, in order. Without `waits`, submissions come back as `held` at once. */
export type RunSubmissions = (
  pending: readonly PendingSubmission[],
  waits: boolean,
) => Promise<readonly SubmissionOutcome[]>

const failed = (outcome: SubmissionOutcome): boolean =>
  outcome !== 'held' && E.isLeft(outcome) && outcome.left._tag === 'BatchFailed'

const unavailable = (outcome: SubmissionOutcome): boolean =>
  outcome !== 'held' && E.isLeft(outcome) && outcome.left._tag === 'StorageUnavailable'

const weightOf = ({ items }: PendingSubmission): number => items.length

/** The Organizations that are set aside, each with a lane of its own. */
const lanesAside = (
  { timers, clock, telemetry }: Needs,
  { maxBatch, maxWaiting }: AcceptanceLimits,
  run: RunSubmissions,
) => {
  const asides = new Map<OrganizationId, Aside>()
  const turns = semaphore(ASIDE_AT_ONCE)

  const keep = (organizationId: OrganizationId): void => {
    const aside = asides.get(organizationId)
    if (aside !== undefined) aside.untilMs = clock.nowMs() + ASIDE_MS
  }

  /** Runs a batch that waits for the account, and keeps the Organization aside if it had trouble. */
  const runAside = async (
    organizationId: OrganizationId,
    pending: readonly PendingSubmission[],
  ): Promise<readonly SubmissionOutcome[]> => {
    await new Promise<void>((resolve) => turns.acquire(undefined, resolve))
    const startedAtMs = clock.nowMs()
    try {
      const outcomes = await run(pending, true)
      const waited = clock.nowMs() - startedAtMs >= TRIES * PAUSE_MS
      if (waited || outcomes.some((outcome) => failed(outcome) || unavailable(outcome))) keep(organizationId)
      return outcomes
    } finally {
      turns.release()
    }
  }

  /** Lets the Organizations back that had no trouble for long enough, and looks again while there are others. */
  const rejoin = (): void => {
    for (const [organizationId, { untilMs, why }] of asides)
      if (untilMs <= clock.nowMs()) {
        asides.delete(organizationId)
        telemetry.emit({ _tag: 'OrganizationRejoined', organizationId, why })
      }
    if (asides.size > 0) timers.after(SECOND_MS, rejoin)
  }

  return {
    laneOf: (organizationId: OrganizationId) => asides.get(organizationId)?.lane,
    add: (organizationId: OrganizationId, why: AsideReason): void => {
      if (asides.has(organizationId)) return keep(organizationId)
      const lane = coalesce({
        timers,
        lanes: 1,
        maxBatch,
        maxWaiting: Math.ceil(maxWaiting / ASIDE_WAITING),
        weightOf,
        run: (pending: readonly PendingSubmission[]) => runAside(organizationId, pending),
      })
      if (asides.size === 0) timers.after(SECOND_MS, rejoin)
      asides.set(organizationId, { why, lane, untilMs: clock.nowMs() + ASIDE_MS })
      telemetry.emit({ _tag: 'OrganizationSetAside', organizationId, why })
    },
  }
}

/**
 * Puts submissions into shared transactions. An Organization whose account stays locked by another transaction, or whose
 * submission spoils a batch, is set aside: it gets transactions of its own, which wait for its lock, until it has had no trouble
 * for 10 seconds. The other Organizations don't wait for it (docs/promises#neighbors).
 */
export const submissionLanes = (
  needs: Needs,
  limits: AcceptanceLimits,
  run: RunSubmissions,
): { submit(pending: PendingSubmission): Promise<Answered> } => {
  const { timers } = needs
  const shared = coalesce({ ...limits, timers, weightOf, run: (pending) => run(pending, false) })
  const asides = lanesAside(needs, limits, run)

  const submitAside = async (lane: Aside['lane'], pending: PendingSubmission): Promise<Answered> => {
    const done = await lane.submit(pending)
    if (E.isLeft(done)) return done
    if (done.right === 'held') throw new Error('a transaction that waits found an account held')
    return E.right(done.right)
  }

  return {
    submit: async (pending) => {
      const { organizationId } = pending.caller.credential
      for (let tries = 1; ; tries += 1) {
        const lane = asides.laneOf(organizationId)
        if (lane !== undefined) return submitAside(lane, pending)
        const done = await shared.submit(pending)
        if (E.isLeft(done)) return done
        if (done.right !== 'held') {
          if (failed(done.right)) asides.add(organizationId, 'batch_failed')
          return E.right(done.right)
        }
        if (tries === TRIES) asides.add(organizationId, 'account_held')
        else await new Promise<void>((resolve) => timers.after(PAUSE_MS, resolve))
      }
    },
  }
}
