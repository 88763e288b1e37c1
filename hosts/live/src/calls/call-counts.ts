import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { LiveLimits } from '../live-limits.js'
import { type CallAllowance, type CallVerdict, countCall, wholeAllowance } from './call-rate.js'

/** Counts the calls of users, whatever socket they come by. */
export type CountUserCall = (userId: string) => CallVerdict

/** Whoever has all their calls left is not remembered. */
const MOST_REMEMBERED = 10_000

/** Counts calls by user. */
export const userCallCounter = (
  clock: Clock,
  { callsPerSecond, callsAtOnce }: Pick<LiveLimits, 'callsPerSecond' | 'callsAtOnce'>,
): CountUserCall => {
  const rate = { perSecond: callsPerSecond, atOnce: callsAtOnce }
  const allowances = new Map<string, CallAllowance>()
  return (userId) => {
    const nowMs = clock.nowMs()
    const { allowance, verdict } = countCall(
      rate,
      allowances.get(userId) ?? wholeAllowance(rate, nowMs),
      nowMs,
    )
    // In the order of their last calls, so that the first is the one that has come back to all of them.
    allowances.delete(userId)
    allowances.set(userId, allowance)
    if (allowances.size > MOST_REMEMBERED) {
      const [oldest] = allowances.keys()
      if (oldest !== undefined) allowances.delete(oldest)
    }
    return verdict
  }
}
