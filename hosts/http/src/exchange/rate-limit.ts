import type { RatePolicy } from '@postrider/core/domain/limits/rate-policy'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import { type Refusal, tooManyRequests } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Caller } from '@postrider/core/use-cases/credentials/authentication'
import type { Exchange } from './exchange.js'

type Limiter = Pick<Postrider, 'takeAllowance'>

/** Counts so many more towards the limit of a call's route; left: they may not be asked for now. */
export type CountMore = (more: number) => Promise<E.Either<Refusal | Outage, void>>

/**
 * Whose requests are counted together: a credential's, but an app's passcodes whatever its credential
 * (docs/contract#rate-limits).
 */
export const subjectOf = (policy: RatePolicy, { credential }: Caller): string =>
  policy === 'passcodes' ? credential.appId : credential.credentialId

/** Counts towards a caller's limit; from then on every answer to the exchange says how he stands with it. */
export const countTowards =
  ({ takeAllowance }: Limiter, exchange: Exchange, policy: RatePolicy, subject: string): CountMore =>
  async (cost) => {
    const allowance = await takeAllowance(policy, subject, cost)
    if (allowance._tag === 'Outage') return E.left(allowance.outage)
    exchange.standing = allowance.standing
    return allowance._tag === 'Limited' ? E.left(tooManyRequests(allowance.retryAfterMs)) : E.right(undefined)
  }
