import { authorise, type Place } from '../../domain/operations/authorise.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { Operation } from '../../domain/operations/operation.js'
import { type OperationName, operationOf } from '../../domain/operations/registry.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Agent, Principal } from '../callers/principal.js'

/**
 * The operation of this name, if the caller's kind may have it at all: NotFound for people; OperationNotAllowed for an
 * Agent, also where its key's allowlist lacks it (specification 5.4).
 */
export const operationFor = (principal: Principal, asked: string): E.Either<Refusal, OperationName> => {
  const name = operationOf(principal.audience, asked)
  if (principal.audience === 'customerControl')
    return name === undefined ? E.left(refusal('NotFound')) : E.right(name)
  const isListed = name !== undefined && principal.facts.key.allowlist.includes(name)
  return isListed ? E.right(name) : E.left(refusal('OperationNotAllowed'))
}

/** Whether the person behind an Agent still stands behind it: an active user, in the key's Organization. */
const sponsorStands = ({ key, user, memberships }: Agent['facts']): boolean =>
  user.status === 'active' && (key.organizationId === undefined || memberships.length > 0)

const NOWHERE: E.Either<Refusal, undefined> = E.right(undefined)

/**
 * Where the caller stands as the operation asks it: by his own roles; an Agent by those that its sponsor has at
 * present in the key's Organization, and nowhere else. PermissionDenied where the sponsor has lost his authority,
 * whatever is asked for.
 */
export const standing = (
  operation: Operation,
  principal: Principal,
  organizationId: OrganizationId | undefined,
): E.Either<Refusal, Place | undefined> => {
  if (principal.audience !== 'customerControl' && !sponsorStands(principal.facts))
    return E.left(refusal('PermissionDenied'))
  return operation.tenant === 'none'
    ? NOWHERE
    : authorise(operation, principal.facts.memberships, organizationId)
}
