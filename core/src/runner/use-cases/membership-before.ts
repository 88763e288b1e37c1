import { isId } from '../../kernel/ids/id.js'
import type { Operation } from '../../identity/domain/access/operation.js'
import type { Membership } from '../../identity/domain/access/authorize-member.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Principal } from '../../identity/use-cases/callers/caller.js'
import { authorize } from './authorize.js'
import type { Body } from '../domain/entries/request.js'

const NO_MEMBERSHIP: E.Either<Refusal, Membership | undefined> = E.right(undefined)

/** Authorizes the caller before anything is read, if the request names the Organization. */
export const membershipBefore = (
  operation: Operation,
  principal: Principal,
  request: Body,
  nowMs: EpochMs,
): E.Either<Refusal, Membership | undefined> => {
  if (operation.tenant === 'none') return authorize(operation, principal, undefined, nowMs)
  if (operation.tenant !== 'organizationId') return NO_MEMBERSHIP
  const { organizationId } = request
  const named = typeof organizationId === 'string' && isId('org', organizationId) ? organizationId : undefined
  return authorize(operation, principal, named, nowMs)
}
