import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import type { Origin } from '../../../audit/domain/audit-event.js'
import { isOpenInvitation, type Invitation } from '../../domain/people/member.js'
import type { Role } from '../../domain/people/roles.js'
import type { User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { organizationNamesOf, type Organization } from '../../../tenancy/domain/records.js'
import { E, type TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { InvitationDetails } from '../../ports/people-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { newUser } from './new-user.js'
import type { ProvenIdentity, ProveIdentity, ProvingNeeds } from './prove-identity.js'
import { clearAttempts } from './throttled-attempts.js'

/** What was accepted. */
export interface AcceptedInvitation {
  readonly organization: Organization
  readonly invitation: Invitation
  /** What the user is there now. */
  readonly role: Role
}

/**
 * Gives a user the place that an invitation offers: NotFound for one that is not there, not open, or another address's:
 * one answer. A member already keeps their role.
 */
export const joinOrganization = async (
  unit: UnitOfWork,
  invitation: Invitation | undefined,
  { userId, emailKey }: User,
  nowMs: number,
): Promise<E.Either<Refusal, AcceptedInvitation>> => {
  if (invitation === undefined || !isOpenInvitation(invitation, nowMs) || invitation.emailKey !== emailKey)
    return E.left(refusal('NotFound'))
  const { organizationId, role } = invitation
  const organization = await unit.organizations.lock(organizationId)
  if (organization === undefined) return E.left(refusal('NotFound'))
  const member = await unit.members.lock({ organizationId, userId })
  if (member === undefined && (await unit.members.countOf(organizationId)) >= QUOTAS.members.most)
    return E.left(quotaReached('members'))
  const accepted: Invitation = { ...invitation, status: 'accepted' }
  unit.invitations.replace(accepted)
  if (member === undefined) unit.members.add({ organizationId, userId, role, createdAtMs: nowMs })
  return E.right({ organization, invitation: accepted, role: member?.role ?? role })
}

/** The invitation whose mail had this token; NotFound for one that is malformed, unknown or not open. */
export const showInvitation =
  ({ storage, clock, sessionTokens }: Pick<Ports, 'storage' | 'clock' | 'sessionTokens'>) =>
  (token: string): TE.TaskEither<Refusal | Outage, InvitationDetails> =>
  async () => {
    const verifier = sessionTokens.verifierOf('link', token)
    if (verifier === undefined) return E.left(refusal('NotFound'))
    const found = await storage.people.invitationBy(verifier)()
    if (E.isLeft(found)) return found
    const shown = found.right
    return shown !== undefined && isOpenInvitation(shown.invitation, clock.nowMs())
      ? E.right(shown)
      : E.left(refusal('NotFound'))
  }

/** How the holder of an invitation proves who they are: by their password, or by choosing one and a name. */
export interface Acceptance {
  readonly token: string
  readonly password: string
  /** Only where the address belongs to no user yet. */
  readonly displayName: string | undefined
}

type Needs = ProvingNeeds & AuditNeeds & Pick<Ports, 'sessionTokens'>

/**
 * Accepts an invitation by the link of its mail, without being signed in: existing users prove themselves by their
 * password, anybody else becomes a user, whose address the link has proved. NotFound for a link that does not work,
 * InvalidCredentials and TooManyRequests as of a sign-in, InvalidRequest for a name or password that may not be chosen.
 */
export const acceptInvitation =
  (needs: Needs, prove: ProveIdentity) =>
  (acceptance: Acceptance, origin: Origin): TE.TaskEither<Refusal | Outage, AcceptedInvitation> =>
  async () => {
    const { storage, clock, sessionTokens } = needs
    const shown = await showInvitation(needs)(acceptance.token)()
    if (E.isLeft(shown)) return shown
    const { invitation, hasAccount } = shown.right
    const claim = { email: invitation.email, password: acceptance.password }
    const proved: E.Either<Refusal | Outage, ProvenIdentity> | undefined = hasAccount
      ? await prove(claim, origin)()
      : undefined
    if (proved !== undefined && E.isLeft(proved)) return proved
    const { displayName = '', password } = acceptance
    const chosen = { displayName, password, organizationNames: organizationNamesOf(shown.right.organization) }
    const made = hasAccount ? undefined : await newUser(needs)(invitation, chosen)()
    if (made !== undefined && E.isLeft(made)) return made
    return storage.units.transact<Refusal, AcceptedInvitation>('exclusive', async (unit) => {
      const nowMs = clock.nowMs()
      const verifier = sessionTokens.verifierOf('link', acceptance.token) ?? ''
      const held = await unit.invitations.lockByVerifier(verifier)
      const present = await unit.users.lockByEmail(invitation.emailKey)
      if (made !== undefined && present !== undefined) return E.left(refusal('Conflict'))
      const user = made === undefined ? present : { ...made.right, createdAtMs: nowMs }
      if (user?.status !== 'active') return E.left(refusal('NotFound'))
      if (made !== undefined) unit.users.add(user)
      if (proved !== undefined) await clearAttempts(unit, proved.right.keys, nowMs)
      const taken = await joinOrganization(unit, held, user, nowMs)
      if (E.isLeft(taken)) return taken
      const { role, invitation: accepted } = taken.right
      const { organizationId, invitationId } = accepted
      const actor = { kind: 'user', id: user.userId } as const
      const what = { action: 'acceptOrganizationInvitation', target: invitationId, organizationId }
      await recordAct(needs, unit, { actor, origin, ...what, details: { role } }, nowMs)
      return taken
    })()
  }
