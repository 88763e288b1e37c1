import { type Lane, LANES } from '../../../kernel/messages/lane.js'
import { frame } from '../../../kernel/digests/digest.js'
import { type Slowdown, slowedDown, slowedRate, slowedShare } from '../../domain/calls/slowdown.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import { capacityOf, waitForMs } from '../../../limits/domain/token-bucket.js'
import type { ProviderAccount } from '../../../tenancy/domain/service-configuration.js'
import { type EpochMs, SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { LimitStorage } from '../../../limits/ports/limit-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import { byLane } from '../../../kernel/batching/by-lane.js'
import { type WaitingLine, waitingLine } from '../../../kernel/batching/waiting-line.js'
import { knownBucket, type LocalBucket, newLocalBucket } from '../../../limits/use-cases/local-bucket.js'
import { sharedBuckets } from '../../../limits/use-cases/shared-buckets.js'

interface Needs {
  readonly storage: { readonly limits: LimitStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly telemetry: EventSink<PartFailed>
}
type Account = Pick<ProviderAccount, 'providerAccountId' | 'ratePerSecond'>

/** Limits the rate at which all processes together call accounts (docs/api/delivery#several-accounts). */
export interface AccountRates {
  /**
   * Waits until a message with this many parts may be sent; false: not before `untilMs`, or the limiter was
   * shut.
   */
  take(account: Account, lane: Lane, parts: number, untilMs: EpochMs): Promise<boolean>
  /** Records that the account asked to be called less often: this process halves its rate. */
  slowDown(accountId: ProviderAccountId): void
  /** This process's rate as a share of its usual rate; undefined: the usual rate. */
  slowedTo(accountId: ProviderAccountId): number | undefined
  /** Ends all waits, and lets no more messages through. */
  shut(): void
}

/** A message that waits for its turn. */
interface Waiter {
  readonly parts: number
  /** Ends the wait; returns false if it had already ended. */
  readonly end: (isLetGo: boolean) => boolean
}

/** An account with its rate and its waiting messages. */
interface RatedAccount {
  /** Shared by all processes; undefined: the account has no rate. */
  bucket: LocalBucket | undefined
  /** Only of this process. */
  slowdown: Slowdown | undefined
  /** While it is slowed down: when the next message may go. */
  nextAtMs: EpochMs
  readonly calls: CallCount
  readonly waiting: Readonly<Record<Lane, WaitingLine<Waiter>>>
  isServed: boolean
}

/** How many parts were sent in the current second, and in the previous one. */
interface CallCount {
  second: number
  now: number
  before: number
}

const KEY_DIGITS = 32

/** The delay before asking for tokens again after storage couldn't provide any. */
const AGAIN_MS = SECOND_MS

/** At most one second's worth may be sent at once. */
const limitOf = (perSecond: number) => ({ perSecond, burst: Math.max(1, perSecond) })

/** How much delay of late timers may be made up for. */
const MOST_BEHIND_MS = 50

const countCall = (calls: CallCount, parts: number, nowMs: EpochMs): void => {
  const second = Math.floor(nowMs / SECOND_MS)
  if (second !== calls.second) {
    calls.before = second === calls.second + 1 ? calls.now : 0
    calls.now = 0
    calls.second = second
  }
  calls.now += parts
}

/** The reduced rate while the account asks for less; undefined: its normal rate, or unlimited. */
const slowedRateOf = ({ slowdown }: RatedAccount, nowMs: EpochMs): number | undefined =>
  slowdown && slowedRate(slowdown, nowMs)

/** Lets a message through, which delays the next one while the account is slowed down. */
const letGo = (account: RatedAccount, parts: number, nowMs: EpochMs): void => {
  countCall(account.calls, parts, nowMs)
  const rate = slowedRateOf(account, nowMs)
  if (rate !== undefined)
    account.nextAtMs = Math.max(account.nextAtMs, nowMs - MOST_BEHIND_MS) + (parts * SECOND_MS) / rate
}

/** The next message: OTPs first, and each lane in order. */
const firstOf = ({ waiting }: RatedAccount): Waiter | undefined => {
  for (const lane of LANES) {
    const waiter = waiting[lane].first()
    if (waiter !== undefined) return waiter
  }
  return undefined
}

/** Lets the waiting messages of an account through, until none waits. */
const serving = (needs: Needs, accounts: Pick<ReturnType<typeof ratedAccounts>, 'all'>) => {
  const { clock, timers } = needs
  const buckets = sharedBuckets<LocalBucket>(needs, {
    keep: () => undefined,
    has: (local) => [...accounts.all()].some(({ bucket }) => bucket === local),
  })
  const pause = (ms: number): Promise<void> => new Promise((resolve) => timers.after(ms, resolve))

  /**
   * How long to wait until there may be enough tokens; 0: they were taken. A message larger than a full
   * bucket takes all of it.
   */
  const waitFor = async (account: RatedAccount, { parts }: Waiter): Promise<number> => {
    const { bucket, nextAtMs } = account
    const nowMs = clock.nowMs()
    if (nowMs < nextAtMs && slowedRateOf(account, nowMs) !== undefined)
      return Math.min(SECOND_MS, Math.ceil(nextAtMs - nowMs))
    if (bucket === undefined) return 0
    const cost = Math.min(parts, capacityOf(bucket.limit))
    const taken = await buckets.take(bucket, cost)
    if (E.isLeft(taken)) return AGAIN_MS
    if (taken.right === 'met') return 0
    return Math.max(1, waitForMs(bucket.limit, knownBucket(bucket, clock.nowMs()), cost))
  }

  return async (account: RatedAccount): Promise<void> => {
    account.isServed = true
    for (let first = firstOf(account); first !== undefined; first = firstOf(account)) {
      const waitMs = await waitFor(account, first)
      if (waitMs > 0) await pause(waitMs)
      else if (first.end(true)) letGo(account, first.parts, clock.nowMs())
    }
    account.isServed = false
  }
}

/** The accounts that a process has called, each with the bucket of its present rate. */
const ratedAccounts = ({ digests }: Pick<Needs, 'digests'>) => {
  const accounts = new Map<ProviderAccountId, RatedAccount>()

  const bucketOf = (accountId: ProviderAccountId, perSecond: number | undefined): LocalBucket | undefined => {
    if (perSecond === undefined) return undefined
    const key = digests.sha256(frame(['account-rate-1', accountId])).slice(0, KEY_DIGITS)
    return newLocalBucket({ limit: limitOf(perSecond), subject: accountId, key })
  }

  const of = (accountId: ProviderAccountId): RatedAccount => {
    const account = accounts.get(accountId) ?? {
      bucket: undefined,
      slowdown: undefined,
      nextAtMs: 0,
      calls: { second: 0, now: 0, before: 0 },
      waiting: byLane(() => waitingLine<Waiter>()),
      isServed: false,
    }
    accounts.set(accountId, account)
    return account
  }

  return {
    of,
    known: (accountId: ProviderAccountId): RatedAccount | undefined => accounts.get(accountId),
    rated: ({ providerAccountId, ratePerSecond }: Account): RatedAccount => {
      const account = of(providerAccountId)
      if (account.bucket?.limit.perSecond !== ratePerSecond)
        account.bucket = bucketOf(providerAccountId, ratePerSecond)
      return account
    },
    all: () => accounts.values(),
  }
}

/** Creates the rate limits of one process. */
export const accountRates = (needs: Needs): AccountRates => {
  const { clock, timers } = needs
  const accounts = ratedAccounts(needs)
  const serve = serving(needs, accounts)
  let isShut = false

  const join = (account: RatedAccount, lane: Lane, parts: number, untilMs: EpochMs): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = timers.after(Math.max(0, untilMs - clock.nowMs()), () => waiter.end(false))
      const waiter: Waiter = {
        parts,
        end: (isLetGo) => {
          if (!leave()) return false
          cancel()
          resolve(isLetGo)
          return true
        },
      }
      const leave = account.waiting[lane].join(waiter)
      if (!account.isServed) void serve(account)
    })

  return {
    take: (called, lane, parts, untilMs) => {
      if (isShut) return Promise.resolve(false)
      const account = accounts.rated(called)
      const nowMs = clock.nowMs()
      if (account.bucket !== undefined || account.isServed || slowedRateOf(account, nowMs) !== undefined)
        return join(account, lane, parts, untilMs)
      letGo(account, parts, nowMs)
      return Promise.resolve(true)
    },
    slowDown: (accountId) => {
      const account = accounts.of(accountId)
      const { now, before } = account.calls
      account.slowdown = slowedDown(account.slowdown, Math.max(now, before), clock.nowMs())
    },
    slowedTo: (accountId) => {
      const slowdown = accounts.known(accountId)?.slowdown
      return slowdown && slowedShare(slowdown, clock.nowMs())
    },
    shut: () => {
      isShut = true
      for (const account of accounts.all())
        for (let first = firstOf(account); first !== undefined; first = firstOf(account)) first.end(false)
    },
  }
}
