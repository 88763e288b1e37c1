import type { RatePolicy } from '@postrider/core/domain/limits/rate-policy'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import { type Refusal, tooManyRequests } from '@postrider/core/domain/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Caller } from '@postrider/core/use-cases/credentials/authentication'
import type { RateStanding } from '@postrider/core/use-cases/limits/allowance'

type Limiter = Pick<Postrider, 'takeAllowance'>

/** Whose requests are counted together: a credential's, but an app's passcodes whatever its credential (decisions 2). */
const subjectOf = (policy: RatePolicy, { credential }: Caller): string =>
  policy === 'passcodes' ? credential.appId : credential.credentialId

/** A caller's place among the requests of his kind, and how he stands afterwards. */
export interface Allowed {
  readonly standing: RateStanding
  /** Why this request may not be made now. */
  readonly refusal: Refusal | undefined
}

/** Counts requests towards a caller's limit. */
export const takeAllowance = async (
  { takeAllowance: take }: Limiter,
  policy: RatePolicy,
  caller: Caller,
  cost: number,
): Promise<E.Either<Outage, Allowed>> => {
  const allowance = await take(policy, subjectOf(policy, caller), cost)
  switch (allowance._tag) {
    case 'Outage':
      return E.left(allowance.outage)
    case 'Allowed':
      return E.right({ standing: allowance.standing, refusal: undefined })
    case 'Limited':
      return E.right({ standing: allowance.standing, refusal: tooManyRequests(allowance.retryAfterMs) })
  }
}

/** How the caller stands, as the IETF draft's header fields say it, names and values in turn. */
export const rateHeaders = ({ policy, ...standing }: RateStanding): readonly string[] => [
  'RateLimit-Policy',
  `"${policy}";q=${standing.quota};w=${standing.windowSeconds}`,
  'RateLimit',
  `"${policy}";r=${standing.remaining};t=${standing.resetSeconds}`,
]
