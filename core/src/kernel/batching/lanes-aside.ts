import type { OrganizationId } from '../ids/id.js'
import { type EpochMs, SECOND_MS } from '../time/epoch-ms.js'
import type { Clock } from '../ports/clock.js'
import type { Timers } from '../ports/timers.js'
import type { EventSink } from '../ports/event-sink.js'
import type { AsideReason, BatchKind, IsolationEvent } from '../telemetry/aside.js'
import { type Batcher, createBatcher } from './batcher.js'
import { semaphore } from './semaphore.js'

/** An Organization shares transactions again after this time without trouble. */
const ASIDE_MS = 10 * SECOND_MS

/**
 * How many transactions of set-aside Organizations run at once. Most connections stay free for the others.
 */
const ASIDE_AT_ONCE = 3

/** The divisor of `maxWaiting` that may wait for one set-aside Organization. */
const ASIDE_WAITING = 8

/** A transaction that waits longer than this for its locks counts as trouble. */
const LONG_WAIT_MS = 100

/** Options of a batcher's lanes. */
interface AsideOptions<I, O> {
  readonly batcher: BatchKind
  readonly maxBatch: number
  /** The weight that may wait in the batcher. An eighth of it may wait for one Organization that is set aside. */
  readonly maxWaiting: number
  readonly weightOf?: (item: I) => number
  /** Runs a batch of one Organization and waits for locks: one outcome for each item, in order. */
  readonly run: (items: readonly I[], organizationId: OrganizationId) => Promise<readonly O[]>
  /** Whether the outcome is a reason to keep the Organization aside. */
  readonly isTrouble: (outcome: O) => boolean
}

interface Aside<I, O> {
  readonly why: AsideReason
  readonly lane: Batcher<I, O>
  readonly sinceMs: EpochMs
  untilMs: EpochMs
  isReported: boolean
}

/** The Organizations that are set aside. */
export interface LanesAside<I, O> {
  /** The lane of an Organization that is set aside; undefined: it shares transactions with others. */
  laneOf(organizationId: OrganizationId): Batcher<I, O> | undefined
  /** Sets an Organization aside, or keeps it aside. */
  add(organizationId: OrganizationId, why: AsideReason): void
}

interface Needs {
  readonly clock: Clock
  readonly timers: Timers
  readonly telemetry: EventSink<IsolationEvent>
}

/** Keeps which Organizations are set aside, and until when. */
const organizationsAside = <I, O>({ timers, clock, telemetry }: Needs, batcher: BatchKind) => {
  const asides = new Map<OrganizationId, Aside<I, O>>()

  const report = (organizationId: OrganizationId): void => {
    const aside = asides.get(organizationId)
    if (aside === undefined || aside.isReported) return
    aside.isReported = true
    telemetry.emit({ _tag: 'OrganizationSetAside', batcher, organizationId, why: aside.why })
  }

  const keep = (organizationId: OrganizationId): void => {
    const aside = asides.get(organizationId)
    if (aside === undefined) return
    aside.untilMs = clock.nowMs() + ASIDE_MS
    report(organizationId)
  }

  /**
   * Releases the Organizations that had no trouble for long enough, and checks again later while others
   * remain.
   */
  const rejoin = (): void => {
    const nowMs = clock.nowMs()
    for (const [organizationId, { untilMs, sinceMs, why, isReported }] of asides)
      if (untilMs <= nowMs) {
        asides.delete(organizationId)
        const afterMs = nowMs - sinceMs
        if (isReported)
          telemetry.emit({ _tag: 'OrganizationRejoined', batcher, organizationId, why, afterMs })
      }
    if (asides.size > 0) timers.after(SECOND_MS, rejoin)
  }

  return { asides, report, keep, rejoin }
}

/**
 * Lanes for Organizations that temporarily don't share transactions: each has its own lane, whose
 * transactions wait for locks. At most three of them run at once. An Organization leaves its lane once it has
 * had no trouble for 10 seconds (docs/promises#neighbors).
 */
export const lanesAside = <I, O>(
  { timers, clock, telemetry }: Needs,
  { batcher, maxBatch, maxWaiting, weightOf, run, isTrouble }: AsideOptions<I, O>,
): LanesAside<I, O> => {
  const { asides, report, keep, rejoin } = organizationsAside<I, O>({ timers, clock, telemetry }, batcher)
  const turns = semaphore(ASIDE_AT_ONCE)

  /** Runs a batch in its turn, and keeps the Organization aside if the batch had trouble. */
  const runAside = async (organizationId: OrganizationId, items: readonly I[]): Promise<readonly O[]> => {
    await new Promise<void>((resolve) => turns.acquire(undefined, resolve))
    const isOver = timers.after(LONG_WAIT_MS, () => keep(organizationId))
    const startedAtMs = clock.nowMs()
    try {
      const outcomes = await run(items, organizationId)
      if (clock.nowMs() - startedAtMs >= LONG_WAIT_MS || outcomes.some(isTrouble)) keep(organizationId)
      return outcomes
    } finally {
      isOver()
      turns.release()
    }
  }

  return {
    laneOf: (organizationId) => asides.get(organizationId)?.lane,
    add: (organizationId, why) => {
      if (asides.has(organizationId)) return keep(organizationId)
      const lane = createBatcher<I, O>({
        timers,
        lanes: 1,
        maxBatch,
        maxWaiting: Math.ceil(maxWaiting / ASIDE_WAITING),
        ...(weightOf && { weightOf }),
        run: (items) => runAside(organizationId, items),
      })
      if (asides.size === 0) timers.after(SECOND_MS, rejoin)
      const sinceMs = clock.nowMs()
      asides.set(organizationId, { why, lane, sinceMs, untilMs: sinceMs + ASIDE_MS, isReported: false })
      // Short lock waits are normal: the Organization is reported only once a transaction has waited for
      // long.
      if (why === 'batch_failed') report(organizationId)
    },
  }
}
