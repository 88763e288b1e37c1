import type { RatePolicy } from '@postrider/core/domain/limits/rate-policy'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import { type Refusal, tooManyRequests } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Exchange } from './exchange.js'

/** Counts so many more towards the limit of a call's route; left: they may not be asked for now. */
export type CountMore = (more: number) => Promise<E.Either<Refusal | Outage, void>>

/** Counts nothing, for routes without a limit. */
export const NOTHING_COUNTS: CountMore = async () => E.right(undefined)

/** Counts towards a caller's limit; from then on every answer to the exchange says its status. */
export const countTowards =
  (
    { takeAllowance }: Pick<Postrider, 'takeAllowance'>,
    exchange: Exchange,
    policy: RatePolicy,
    subject: string,
  ): CountMore =>
  async (cost) => {
    const allowance = await takeAllowance(policy, subject, cost)
    if (allowance._tag === 'Outage') return E.left(allowance.outage)
    exchange.rateStatus = allowance.status
    return allowance._tag === 'Limited' ? E.left(tooManyRequests(allowance.retryAfterMs)) : E.right(undefined)
  }
