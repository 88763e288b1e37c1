import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import { memoizeWithTtl } from '../../../kernel/caching/memoize-with-ttl.js'

/** How long what was read of the outbox is kept, so that sending OTPs asks it once a second at the most. */
const KEPT_FOR_MS = SECOND_MS

/** How long the oldest OTP has waited for the queue; undefined where storage does not say. */
const observe = async ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>): Promise<number | undefined> => {
  const nowMs = clock.nowMs()
  const since = await storage.outbox.waitingSince(['otp'], nowMs)()
  return E.isLeft(since) ? undefined : nowMs - (since.right ?? nowMs)
}

/**
 * Whether an OTP of so long a life would go out in time (docs/contract#readiness,
 * docs/promises#broker-outages): not while the oldest one has waited for the queue for more than half of that, nor
 * while storage does not say.
 */
export const otpReadiness = (
  needs: Pick<Ports, 'storage' | 'clock'>,
): ((ttlMs: number) => Promise<boolean>) => {
  const waitedMs = memoizeWithTtl(needs.clock, KEPT_FOR_MS, () => observe(needs))
  return async (ttlMs) => ((await waitedMs()) ?? Infinity) <= ttlMs / 2
}
