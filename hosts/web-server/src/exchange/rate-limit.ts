import { limitMessage, type RateSubject } from '@postrider/core/limits/domain/rate-policy'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { type Refusal, tooManyRequests } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Exchange } from './exchange.js'

/**
 * Counts a call as this many calls in total, including those that were already counted. Left: the limit
 * doesn't allow it now.
 */
export type CallCount = (calls: number) => Promise<E.Either<Refusal | Outage, void>>

const ALLOWED = E.right(undefined)

/** Counts nothing, for routes without a limit. */
export const NOTHING_COUNTS: CallCount = async () => ALLOWED

/**
 * Counts a call in the caller's buckets. From then on every response of the exchange has the status of one of
 * them.
 */
export const countTowards = (
  { takeAllowance }: Pick<Postrider, 'takeAllowance'>,
  exchange: Exchange,
  subjects: readonly RateSubject[],
): CallCount => {
  let counted = 0
  return async (calls) => {
    if (calls <= counted) return ALLOWED
    const allowance = await takeAllowance(subjects, calls - counted)
    if (allowance._tag === 'Outage') return E.left(allowance.outage)
    exchange.rateStatus = allowance.status
    if (allowance._tag === 'Limited')
      return E.left(tooManyRequests(allowance.retryAfterMs, limitMessage(allowance.status.policy)))
    counted = calls
    return ALLOWED
  }
}
