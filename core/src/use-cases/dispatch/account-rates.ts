import { type Lane, LANES } from '../../domain/channels/lane.js'
import { frame } from '../../domain/digests/digest.js'
import type { ProviderAccountId } from '../../domain/ids/id.js'
import { capacityOf, waitForMs } from '../../domain/limits/token-bucket.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import { type EpochMs, SECOND_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { byLane } from '../concurrency/by-lane.js'
import { knownBucket, type LocalBucket, newLocalBucket } from '../limits/local-bucket.js'
import { sharedBuckets } from '../limits/shared-buckets.js'

type Needs = Pick<Ports, 'storage' | 'clock' | 'timers' | 'digests' | 'telemetry'>
type Account = Pick<ProviderAccount, 'providerAccountId' | 'ratePerSecond'>

/** How fast accounts are called by all processes together (docs/contract#several-accounts). */
export interface AccountRates {
  /** Waits for the turn of a message of so many parts; false: that was not to be until `untilMs`, or no more are let go. */
  take(account: Account, lane: Lane, parts: number, untilMs: EpochMs): Promise<boolean>
  /** Sends everybody away who waits, and lets nobody go. */
  shut(): void
}

/** Somebody who waits for their turn. */
interface Waiter {
  readonly parts: number
  /** Ends the waiting; once is enough. */
  readonly end: (isLetGo: boolean) => void
}

/** An account with a rate, and who waits for it. */
interface RatedAccount {
  bucket: LocalBucket
  readonly waiting: Readonly<Record<Lane, Set<Waiter>>>
  isServed: boolean
}

const KEY_DIGITS = 32

/** How soon tokens are asked for again where storage could not give any. */
const AGAIN_MS = SECOND_MS

/** A second's worth goes at once at the most. */
const limitOf = (perSecond: number) => ({ perSecond, burst: Math.max(1, perSecond) })

/** Who is next: OTPs first, and each lane in its order. */
const firstOf = ({ waiting }: RatedAccount): Waiter | undefined => {
  for (const lane of LANES) for (const waiter of waiting[lane]) return waiter
  return undefined
}

/** Lets those go who wait for an account, until nobody does. */
const serving = (needs: Needs) => {
  const { clock, timers } = needs
  const buckets = sharedBuckets<LocalBucket>(needs, () => undefined)
  const pause = (ms: number): Promise<void> => new Promise((resolve) => timers.after(ms, resolve))

  /** How long to wait until there may be enough; 0: it was taken. A message larger than a full bucket takes all of it. */
  const waitFor = async ({ bucket }: RatedAccount, { parts }: Waiter): Promise<number> => {
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
      if (waitMs === 0) first.end(true)
      else await pause(waitMs)
    }
    account.isServed = false
  }
}

/** The rates of one process; nobody waits yet. */
export const accountRates = (needs: Needs): AccountRates => {
  const { clock, timers, digests } = needs
  const accounts = new Map<ProviderAccountId, RatedAccount>()
  const serve = serving(needs)
  let isShut = false

  const bucketOf = (accountId: ProviderAccountId, perSecond: number): LocalBucket => {
    const key = digests.sha256(frame(['account-rate-1', accountId])).slice(0, KEY_DIGITS)
    return newLocalBucket({ limit: limitOf(perSecond), subject: accountId, key })
  }

  const ratedAccount = (accountId: ProviderAccountId, perSecond: number): RatedAccount => {
    const found = accounts.get(accountId)
    if (found === undefined) {
      const waiting = byLane(() => new Set<Waiter>())
      const made = { bucket: bucketOf(accountId, perSecond), waiting, isServed: false }
      accounts.set(accountId, made)
      return made
    }
    if (found.bucket.limit.perSecond !== perSecond) found.bucket = bucketOf(accountId, perSecond)
    return found
  }

  const join = (account: RatedAccount, lane: Lane, parts: number, untilMs: EpochMs): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = timers.after(Math.max(0, untilMs - clock.nowMs()), () => waiter.end(false))
      const waiter: Waiter = {
        parts,
        end: (isLetGo) => {
          if (!account.waiting[lane].delete(waiter)) return
          cancel()
          resolve(isLetGo)
        },
      }
      account.waiting[lane].add(waiter)
      if (!account.isServed) void serve(account)
    })

  return {
    take: ({ providerAccountId, ratePerSecond }, lane, parts, untilMs) => {
      if (isShut || ratePerSecond === undefined) return Promise.resolve(!isShut)
      return join(ratedAccount(providerAccountId, ratePerSecond), lane, parts, untilMs)
    },
    shut: () => {
      isShut = true
      for (const { waiting } of accounts.values())
        for (const lane of LANES) for (const waiter of waiting[lane]) waiter.end(false)
    },
  }
}
