import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Timers } from '../../kernel/ports/timers.js'
import { isRenewalDue, isRenewedAlong, type LocalBucket } from './local-bucket.js'

/** How long due renewals wait for others, so that one transaction renews all of them. */
const GATHERED_FOR_MS = 20

/** The least time between two renewals of a lease. */
const LEAST_PAUSE_MS = 100

/** More buckets than are in use at once; further ones are renewed when they have no tokens left. */
const MOST_IN_USE = 10_000

interface Needs {
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * Renews the leases of buckets in use, together and ahead of need, so that no request waits for a renewal. As
 * soon as one is due, all that have been in use for some time are renewed with it. Unused buckets aren't
 * renewed.
 */
export const renewals = <B extends LocalBucket>({ clock, timers }: Needs, renew: (local: B) => void) => {
  const inUse = new Set<B>()
  let isGathering = false

  const renewAll = (): void => {
    isGathering = false
    const nowMs = clock.nowMs()
    for (const local of inUse) {
      if (!isRenewedAlong(local, nowMs)) continue
      local.renewAtMs = nowMs + LEAST_PAUSE_MS
      renew(local)
    }
    // Leases that are too young or too old are recorded again at their next use.
    inUse.clear()
  }

  return {
    /** Records a use of the lease. */
    noteUse: (local: B, nowMs: EpochMs): void => {
      if (inUse.size < MOST_IN_USE) inUse.add(local)
      if (isGathering || !isRenewalDue(local, nowMs)) return
      isGathering = true
      timers.after(GATHERED_FOR_MS, renewAll)
    },
  }
}
