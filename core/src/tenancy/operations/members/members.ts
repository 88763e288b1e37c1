import { addressProblems } from '../../../kernel/inspections/text-problems.js'
import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import { memberOperations } from './operations.js'
import { invitationView, memberView } from './views.js'
import { organizationView } from '../organizations/views.js'
import { type Invitation, INVITATION_MS } from '../../../identity/domain/people/member.js'
import { coversRole } from '../../../identity/domain/people/roles.js'
import { emailKeyOf } from '../../../identity/domain/people/user.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { addMail } from '../../../identity/use-cases/mails/add-mail.js'
import { joinOrganization } from '../../../identity/use-cases/people/accept-invitation.js'
import { type CallOf, type DoneOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { settleCreated } from './settle-created.js'

type Revocation = Promise<E.Either<Refusal, DoneOf<typeof memberOperations.revokeOrganizationMember>>>

/** The newest are on the first page of members; there are seldom more than a few. */
const MOST_INVITATIONS = 100

const notFound = E.left(refusal('NotFound'))
const conflict = E.left(refusal('Conflict'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/** An Organization's members by their ids; with the first page its pending invitations, newest first. */
export const listOrganizationMembers = listing(memberOperations.listOrganizationMembers, {
  positions: byId('usr'),
  query: (call) => E.right({ organizationId: membershipOf(call).organization.organizationId }),
  read: async ({ organizationId }, { position, readAhead }, { storage }) => {
    const members = await storage.people.members(organizationId, position, readAhead)()
    if (E.isLeft(members)) return members
    const { epoch, value: entries } = members.right
    if (position !== undefined) return E.right({ epoch, value: { entries, invitations: [] } })
    const invitations = await storage.people.invitations(organizationId, MOST_INVITATIONS)()
    if (E.isLeft(invitations)) return invitations
    return E.right({
      epoch: Math.max(epoch, invitations.right.epoch),
      value: { entries, invitations: invitations.right.value },
    })
  },
  positionOf: ({ userId }) => userId,
  show: (members, { invitations }, { nowMs }) => ({
    members: members.map(memberView),
    invitations: invitations.map((one) => invitationView(one, nowMs)),
  }),
})

/**
 * Offers a place to an address, for 7 days, in the stead of any offer before; Conflict where the address is a member's.
 * Only an owner offers ownership. Conflict where the Organization has as many open invitations as it can have,
 * TooManyRequests where a quota of emails is used up (docs/contract#quotas).
 */
export const inviteOrganizationMember = mutation(memberOperations.inviteOrganizationMember, {
  lock: 'shared',
  inspect: ({ email }) => addressProblems('/email', email),
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { email, role } = request
    const { member, organization } = membershipOf(call)
    const { organizationId } = organization
    if (!coversRole(member.role, role)) return permissionDenied
    // Held from here on: of two invitations of an address at once, the second finds the first.
    await unit.organizations.lock(organizationId)
    const emailKey = emailKeyOf(email)
    const user = await unit.users.lockByEmail(emailKey)
    const present =
      user === undefined ? undefined : await unit.members.lock({ organizationId, userId: user.userId })
    if (present !== undefined) return conflict
    const earlier = await unit.invitations.lockPending(organizationId, emailKey)
    for (const one of earlier) unit.invitations.replace({ ...one, status: 'revoked' })
    if ((await unit.invitations.countOpen(organizationId, nowMs)) >= QUOTAS.openInvitations.most)
      return E.left(quotaReached('openInvitations'))
    const invitation: Invitation = {
      invitationId: needs.ids.next('inv'),
      organizationId,
      email,
      emailKey,
      role,
      status: 'pending',
      verifier: undefined,
      invitedBy: facts.user.userId,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + INVITATION_MS,
    }
    const { invitationId } = invitation
    unit.invitations.add(invitation)
    const { userId: inviterId } = facts.user
    const order = {
      content: { kind: 'invitation', invitationId },
      emailKey,
      inviterId,
      organizationId,
    } as const
    const mailed = await addMail(needs, unit, order, nowMs)
    if (E.isLeft(mailed)) return mailed
    return E.right({
      result: { invitation: invitationView(invitation, nowMs) },
      about: { target: invitationId, details: { role, revoked: earlier.length } },
    })
  },
})

/** Accepts the membership that a mail offered; a member keeps their role. */
export const acceptOrganizationInvitation = mutation(memberOperations.acceptOrganizationInvitation, {
  lock: 'exclusive',
  run: async (unit, { request, facts, nowMs }, { sessionTokens }) => {
    const verifier = sessionTokens.verifierOf('link', request.token)
    if (verifier === undefined) return notFound
    const locked = await unit.invitations.lockByVerifier(verifier)
    const taken = await joinOrganization(unit, locked, facts.user, nowMs)
    if (E.isLeft(taken)) return taken
    const { organization, invitation, role } = taken.right
    const { organizationId } = organization
    return E.right({
      result: { organization: organizationView(organization), role },
      about: { target: invitation.invitationId, organizationId, details: { role } },
    })
  },
})

/** Only an owner revokes an owner, and nobody revokes the last one. */
const revokeMember = async (
  unit: UnitOfWork,
  call: CallOf<typeof memberOperations.revokeOrganizationMember>,
  named: string,
): Revocation => {
  const { member: caller, organization } = membershipOf(call)
  const { organizationId } = organization
  const userId = knownId('usr', named)
  if (E.isLeft(userId)) return userId
  const key = { organizationId, userId: userId.right }
  const owners = await unit.members.lockOwners(organizationId)
  const member = await unit.members.lock(key)
  const user = member === undefined ? undefined : await unit.users.lock(key.userId)
  if (member === undefined || user === undefined) return notFound
  if (!coversRole(caller.role, member.role)) return permissionDenied
  if (member.role === 'owner' && owners.length === 1) return conflict
  const { reason, revokeCreated = false } = call.request
  const { created, further } = await settleCreated(unit, key, revokeCreated, call.nowMs)
  unit.members.remove(key)
  const { email, displayName } = user
  return E.right({
    result: { member: memberView({ ...member, email, displayName }), ...created },
    about: { target: member.userId, reason, details: { role: member.role } },
    further,
  })
}

const revokeInvitation = async (
  unit: UnitOfWork,
  call: CallOf<typeof memberOperations.revokeOrganizationMember>,
  named: string,
): Revocation => {
  const invitationId = knownId('inv', named)
  if (E.isLeft(invitationId)) return invitationId
  const invitation = await unit.invitations.lock(invitationId.right)
  if (invitation?.organizationId !== membershipOf(call).organization.organizationId) return notFound
  if (invitation.status !== 'pending') return conflict
  const revoked: Invitation = { ...invitation, status: 'revoked' }
  unit.invitations.replace(revoked)
  return E.right({
    result: { invitation: invitationView(revoked, call.nowMs), credentials: [], agentKeys: [] },
    about: {
      target: revoked.invitationId,
      reason: call.request.reason,
      details: { role: revoked.role },
    },
  })
}

/** Revokes a member, whose next request is refused, or an invitation. */
export const revokeOrganizationMember = mutation(memberOperations.revokeOrganizationMember, {
  lock: 'exclusive',
  run: (unit, call) => {
    const { userId, invitationId = '' } = call.request
    return userId === undefined
      ? revokeInvitation(unit, call, invitationId)
      : revokeMember(unit, call, userId)
  },
})
