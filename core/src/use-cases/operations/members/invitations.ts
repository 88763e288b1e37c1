import { frame } from '../../../domain/digests/digest.js'
import { memberOperations } from '../../../domain/operations/members/operations.js'
import { invitationView, ownInvitationView } from '../../../domain/operations/members/views.js'
import { organizationView } from '../../../domain/operations/organizations/views.js'
import { type Invitation, INVITATION_MS, INVITATION_RESENDS } from '../../../domain/people/member.js'
import { coversRole } from '../../../domain/people/roles.js'
import { countAttempt, fullUntilMs, newThrottle } from '../../../domain/people/throttle.js'
import { type Refusal, refusal, tooManyRequests } from '../../../domain/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../ports/storage/unit-of-work.js'
import { addMail } from '../../mails/add-mail.js'
import { joinOrganization } from '../../people/accept-invitation.js'
import { mutation, type OperationNeeds, reading, shown } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { membershipOf } from '../running/membership-of.js'

/** Nobody is invited to more Organizations at once. */
const MOST_OWN_INVITATIONS = 100

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/** Counts that the Organization writes to the address once more; TooManyRequests where it did so lately. */
const countResend = async (
  unit: UnitOfWork,
  { keyedDigests }: Pick<OperationNeeds, 'keyedDigests'>,
  { organizationId, emailKey }: Invitation,
  nowMs: number,
): Promise<E.Either<Refusal, undefined>> => {
  const key = keyedDigests.of('throttle', frame(['invitation-resend', organizationId, emailKey]))
  const known = await unit.throttles.lock(key)
  const untilMs = known === undefined ? 0 : fullUntilMs(known, INVITATION_RESENDS)
  if (untilMs > nowMs) return E.left(tooManyRequests(untilMs - nowMs))
  const counted = countAttempt(known ?? newThrottle(key, nowMs), INVITATION_RESENDS, nowMs)
  if (known === undefined) unit.throttles.add(counted)
  else unit.throttles.replace(counted)
  return E.right(undefined)
}

/**
 * Sends an invitation again, by a new link that works for 7 days; the one before works no more. Conflict for one that was accepted
 * or revoked, TooManyRequests after three within an hour. Only who could make the offer makes it again.
 */
export const resendOrganizationInvitation = mutation(memberOperations.resendOrganizationInvitation, {
  lock: 'shared',
  run: async (unit, call, needs) => {
    const { request, nowMs } = call
    const { member, organization } = membershipOf(call)
    const invitationId = knownId('inv', request.invitationId)
    if (E.isLeft(invitationId)) return invitationId
    const held = await unit.invitations.lock(invitationId.right)
    if (held?.organizationId !== organization.organizationId) return notFound
    if (!coversRole(member.role, held.role)) return permissionDenied
    if (held.status !== 'pending') return conflict
    const counted = await countResend(unit, needs, held, nowMs)
    if (E.isLeft(counted)) return counted
    const invitation: Invitation = { ...held, verifier: undefined, expiresAtMs: nowMs + INVITATION_MS }
    unit.invitations.replace(invitation)
    addMail(needs, unit, { kind: 'invitation', invitationId: invitation.invitationId }, nowMs)
    return E.right({
      result: { invitation: invitationView(invitation, nowMs) },
      about: { target: invitation.invitationId, details: { role: invitation.role } },
    })
  },
})

/** What the caller's own address is invited to, and can accept. */
export const listOwnInvitations = reading(memberOperations.listOwnInvitations, {
  read: async ({ facts: { user }, nowMs }, { storage }) => {
    const read = await storage.people.invitationsOf(user.emailKey, nowMs, MOST_OWN_INVITATIONS)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, {
      invitations: value.map(({ invitation, ...names }) => ownInvitationView(invitation, names)),
    })
  },
})

/** Accepts the membership that the caller's own address is offered; a member keeps their role. */
export const acceptOwnInvitation = mutation(memberOperations.acceptOwnInvitation, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }) => {
    const invitationId = knownId('inv', request.invitationId)
    if (E.isLeft(invitationId)) return invitationId
    const held = await unit.invitations.lock(invitationId.right)
    const taken = await joinOrganization(unit, held, facts.user, nowMs)
    if (E.isLeft(taken)) return taken
    const { organization, invitation, role } = taken.right
    const { organizationId } = organization
    return E.right({
      result: { organization: organizationView(organization), role },
      about: { target: invitation.invitationId, organizationId, details: { role } },
    })
  },
})
