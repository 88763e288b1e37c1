import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { OutboxStorage } from '../../../messaging/ports/outbox-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import { memoizeWithTtl } from '../../../kernel/caching/memoize-with-ttl.js'

/** How long the state of the outbox is cached, so that sending OTPs reads it at most once a second. */
const KEPT_FOR_MS = SECOND_MS

interface Needs {
  readonly storage: { readonly outbox: OutboxStorage }
  readonly clock: Clock
}

/** How long the oldest OTP has waited for the queue; undefined if storage doesn't respond. */
const observe = async ({ storage, clock }: Needs): Promise<number | undefined> => {
  const nowMs = clock.nowMs()
  const since = await storage.outbox.waitingSince(['otp'], nowMs)()
  return E.isLeft(since) ? undefined : nowMs - (since.right ?? nowMs)
}

/**
 * Whether an OTP with this lifetime would be sent in time (docs/api/running#readiness,
 * docs/promises#broker-outages): not if the oldest one has waited for the queue for more than half of that,
 * or if storage doesn't respond.
 */
export const otpReadiness = (needs: Needs): ((ttlMs: number) => Promise<boolean>) => {
  const waitedMs = memoizeWithTtl(needs.clock, KEPT_FOR_MS, () => observe(needs))
  return async (ttlMs) => ((await waitedMs()) ?? Infinity) <= ttlMs / 2
}
