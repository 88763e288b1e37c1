import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { Route } from '@postrider/contracts/routes/route'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { type CallCount, countTowards, NOTHING_COUNTS } from '@postrider/web-server/exchange/rate-limit'

const ANYBODY = E.right(NOTHING_COUNTS)

/**
 * Admits a request at the boundary of its route, or refuses it, in the order of
 * docs/api/sending#order-of-checks: authentication, rate limit, permission for the route. Right: a function
 * that counts the call as more than one.
 */
export const admit = async (
  limiter: Pick<Postrider, 'takeAllowance'>,
  exchange: Exchange,
  route: Route,
): Promise<E.Either<Refusal | Outage, CallCount>> => {
  const { boundary } = exchange
  if (boundary === undefined) return ANYBODY
  const authenticated = await boundary.authenticate(exchange)
  if (E.isLeft(authenticated)) return authenticated
  const caller = authenticated.right
  exchange.caller = caller
  const { rate } = route
  const countAs =
    rate === undefined ? NOTHING_COUNTS : countTowards(limiter, exchange, boundary.rateSubjects(caller, rate))
  const counted = await countAs(1)
  if (E.isLeft(counted)) return counted
  const admitted = boundary.admit(caller, route)
  return E.isLeft(admitted) ? admitted : E.right(countAs)
}
