import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { LiveLimits } from '../live-limits.js'
import { type CallAllowance, type CallVerdict, countCall, wholeAllowance } from './call-rate.js'

/** Counts the calls of users over all of their sockets. */
export type CountUserCall = (userId: string) => CallVerdict

/** Users with their full allowance aren't remembered. */
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
    // Keeps users in the order of their last calls, so that the first one is the first to have the full
    // allowance again.
    allowances.delete(userId)
    allowances.set(userId, allowance)
    if (allowances.size > MOST_REMEMBERED) {
      const [oldest] = allowances.keys()
      if (oldest !== undefined) allowances.delete(oldest)
    }
    return verdict
  }
}
