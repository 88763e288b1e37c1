import type { Outage } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { LimitStorage } from '../ports/limit-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Timers } from '../../kernel/ports/timers.js'
import type { EventSink } from '../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../kernel/telemetry/part-failed.js'
import { createBatcher } from '../../kernel/batching/batcher.js'
import { isSurelyShort, type LocalBucket, spendTokens } from './local-bucket.js'
import { renewals } from './renewals.js'
import { type BucketRequest, type LeaseOutcome, requestLeases } from './request-leases.js'
import type { TokenLease } from './lease-tokens.js'

/** `true`: all requested tokens were taken; `false`: none was. Left: unknown. */
export type TokensTaken = E.Either<Outage, 'met' | 'short'>

/** Buckets in the database that all processes take tokens from. */
export interface SharedBuckets<B extends LocalBucket> {
  /** Takes this many tokens, at most a full bucket: all of them or none. */
  take(local: B, cost: number): Promise<TokensTaken>
}

/**
 * The buckets that a process knows: one object for each bucket at a time, so that a transaction contains it
 * once.
 */
export interface RememberedBuckets<B extends LocalBucket> {
  /** Keeps the bucket from now on. */
  keep(local: B): void
  /** Whether this object is the current one for its bucket. */
  has(local: B): boolean
}

interface Needs {
  readonly storage: { readonly limits: LimitStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly telemetry: EventSink<PartFailed>
}

interface UnderWay {
  readonly request: BucketRequest
  readonly done: Promise<E.Either<Outage, TokenLease | 'skipped'>>
}

/**
 * One transaction at a time for all buckets that requests wait for, and one for renewals, so that requests
 * don't wait for renewals. Both skip buckets that another transaction holds.
 */
const SHARED_LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 10_000 }
/** Transactions of one bucket each, for buckets that requests need and another transaction holds. */
const HELD_LIMITS = { lanes: 3, maxBatch: 1, maxWaiting: 10_000 }

const MET: TokensTaken = E.right('met')
const SHORT: TokensTaken = E.right('short')

const outcomeOf = (made: E.Either<Outage, LeaseOutcome>): E.Either<Outage, TokenLease | 'skipped'> =>
  E.isLeft(made) ? made : made.right

/** The waiting and running requests, at most one for each bucket. */
const openRequests = <B extends LocalBucket>(needs: Needs, { keep }: RememberedBuckets<B>) => {
  const { timers } = needs
  const needed = createBatcher({ ...SHARED_LIMITS, timers, run: requestLeases(needs, 'skip') })
  const ahead = createBatcher({ ...SHARED_LIMITS, timers, run: requestLeases(needs, 'skip') })
  const held = createBatcher({ ...HELD_LIMITS, timers, run: requestLeases(needs, 'wait') })
  const underWay = new Map<LocalBucket, UnderWay>()

  const make = async (
    request: BucketRequest,
    isAhead: boolean,
  ): Promise<E.Either<Outage, TokenLease | 'skipped'>> => {
    try {
      const made = outcomeOf(await (isAhead ? ahead : needed).submit(request))
      const isNeeded = request.costs.length > 0
      if (E.isLeft(made) || made.right !== 'skipped' || !isNeeded) return made
      return outcomeOf(await held.submit(request))
    } finally {
      underWay.delete(request.local)
    }
  }

  return {
    of: (local: LocalBucket): UnderWay | undefined => underWay.get(local),
    begin: (local: B, isAhead: boolean): UnderWay => {
      keep(local)
      const request = { local, costs: [], isBegun: false }
      const begun = { request, done: make(request, isAhead) }
      underWay.set(local, begun)
      return begun
    },
  }
}

/**
 * Token buckets in the database. Each process takes leases sized by its use and spends them from memory for
 * at most a second: counting must cost far less than the counted work. All processes together never exceed
 * the bucket, because held tokens have left it. Leases in use are renewed together and ahead of need
 * (`renewals`); a request waits for the database only if no tokens are left in memory.
 */
export const sharedBuckets = <B extends LocalBucket>(
  needs: Needs,
  remembered: RememberedBuckets<B>,
): SharedBuckets<B> => {
  const { clock, telemetry } = needs
  const requests = openRequests(needs, remembered)

  const renew = (local: B): void => {
    if (requests.of(local) !== undefined || !remembered.has(local)) return
    requests.begin(local, true).done.catch((cause: unknown) => {
      telemetry.emit({ _tag: 'PartFailed', where: 'limits', cause: String(cause) })
    })
  }
  const { noteUse } = renewals<B>(needs, renew)

  const join = async ({ request, done }: UnderWay, cost: number): Promise<TokensTaken> => {
    const index = request.costs.push(cost) - 1
    const made = await done
    if (E.isLeft(made)) return made
    return made.right !== 'skipped' && made.right.met[index] === true ? MET : SHORT
  }

  const take = (local: B, cost: number): Promise<TokensTaken> => {
    const nowMs = clock.nowMs()
    if (spendTokens(local, cost, nowMs)) {
      noteUse(local, nowMs)
      return Promise.resolve(MET)
    }
    const underWay = requests.of(local)
    const isNeeded = underWay?.request.isBegun === true && underWay.request.costs.length > 0
    if (!isNeeded && isSurelyShort(local, cost, nowMs)) return Promise.resolve(SHORT)
    if (underWay?.request.isBegun === true) return after(local, underWay, cost)
    return join(underWay ?? requests.begin(local, false), cost)
  }

  const after = async (local: B, { done }: UnderWay, cost: number): Promise<TokensTaken> => {
    const made = await done
    return E.isLeft(made) ? made : take(local, cost)
  }

  return { take }
}
