import { authorizeMember, type Membership } from '../../identity/domain/access/authorize-member.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { Operation } from '../../identity/domain/access/operation.js'
import { type OperationName, operationOf } from '../../assembly/registry.js'
import { type Refusal, refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { lacksPermission } from '../../kernel/refusals/specific-refusals.js'
import { isConfirmedLately } from '../../identity/domain/people/second-factor.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import {
  type Agent,
  isAgent,
  isOver,
  lacksSecondFactor,
  type Operator,
  type Person,
  type Principal,
  type WebsiteUser,
} from '../../identity/use-cases/callers/caller.js'

/**
 * The operation of this name, if callers of this kind may have it at all: NotFound for people;
 * OperationNotAllowed for an Agent, also if its key's allowlist lacks it
 * (docs/api/operations#agent-operations).
 */
export const operationFor = (
  principal: Principal,
  requestedName: string,
): E.Either<Refusal, OperationName> => {
  const name = operationOf(principal.audience, requestedName)
  if (!isAgent(principal)) return name === undefined ? E.left(refusal('NotFound')) : E.right(name)
  const isListed = name !== undefined && principal.facts.key.allowlist.includes(name)
  return isListed ? E.right(name) : E.left(refusal('OperationNotAllowed'))
}

/**
 * Whether an Agent's sponsor still has authority: they are an active user in the key's Organization, or a
 * super admin for an admin key.
 */
const sponsorStands = ({ key, user, memberships, admin }: Agent['facts']): boolean => {
  if (user.status !== 'active') return false
  if (key.kind === 'admin') return admin !== undefined
  return key.organizationId === undefined || memberships.length > 0
}

const keyWaits = E.left(
  refusalSaying(
    'PermissionDenied',
    'The Agent key works only after its sponsor confirms it at the website, under Agent keys.',
  ),
)

const NOWHERE: E.Either<Refusal, undefined> = E.right(undefined)
const denied = E.left(refusal('PermissionDenied'))
const unauthenticated = E.left(refusal('Unauthenticated'))

const confirmFirst = refusalSaying('PermissionDenied', 'Confirm your second factor first.')

/** Why a super admin, or their Agent, can't call the operation on the whole platform; undefined if they can. */
const platformRefusal = (
  { permission, stepUp }: Operation,
  principal: Operator | Agent,
  nowMs: EpochMs,
): Refusal | undefined => {
  const allowed: readonly string[] = principal.facts.admin?.permissions ?? []
  if (permission !== undefined && !allowed.includes(permission)) return lacksPermission(permission)
  if (isAgent(principal) || stepUp !== true) return undefined
  return isConfirmedLately(principal.proof.confirmedAtMs, nowMs) ? undefined : confirmFirst
}

const secondFactorNeeded = E.left(
  refusalSaying(
    'PermissionDenied',
    'The Organization requires a second factor. Turn one on at the website, at /second-factor.',
  ),
)

/**
 * Whether a person with a second factor must confirm it before this operation; others have none to confirm.
 */
const mustConfirm = (
  { stepUp }: Operation,
  { facts: { session } }: Person | WebsiteUser,
  nowMs: EpochMs,
): boolean =>
  stepUp === true && session.confirmedAtMs !== undefined && !isConfirmedLately(session.confirmedAtMs, nowMs)

/**
 * The caller's membership for the operation. People use their own roles. An Agent uses its sponsor's present
 * role in the key's Organization, and nowhere else. Super admins use their permissions, directly or through
 * an Agent. PermissionDenied for an Agent key that its sponsor hasn't confirmed, or if the sponsor has lost
 * authority, for any operation. PermissionDenied if the Organization requires a second factor that the person
 * lacks, and for a dangerous operation if a super admin hasn't confirmed the second factor recently.
 * SecondFactorRequired if a person with a second factor hasn't confirmed it recently for a dangerous
 * operation. Unauthenticated if the caller's session has expired, or a super admin's proof of identity is too
 * old.
 */
export const authorize = (
  operation: Operation,
  principal: Principal,
  organizationId: OrganizationId | undefined,
  nowMs: EpochMs,
): E.Either<Refusal, Membership | undefined> => {
  if (isAgent(principal) && !sponsorStands(principal.facts)) return denied
  if (isAgent(principal) && principal.facts.key.confirmedAtMs === undefined) return keyWaits
  // A caller that only reads is looked up again only after a change, so the age of its proof is checked here.
  if (isOver(principal, nowMs)) return unauthenticated
  if (principal.audience === 'adminConsole' || principal.audience === 'adminAgent') {
    const refused = platformRefusal(operation, principal, nowMs)
    return refused === undefined ? NOWHERE : E.left(refused)
  }
  const membership =
    operation.tenant === 'none'
      ? NOWHERE
      : authorizeMember(operation, principal.facts.memberships, organizationId)
  if (E.isLeft(membership) || isAgent(principal)) return membership
  if (lacksSecondFactor(principal, membership.right?.organization)) return secondFactorNeeded
  return mustConfirm(operation, principal, nowMs) ? E.left(refusal('SecondFactorRequired')) : membership
}
