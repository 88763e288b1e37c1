import { QUOTAS, quotaReached } from '../../../limits/domain/quotas.js'
import type { Origin } from '../../../audit/domain/audit-event.js'
import { isOpenInvitation, type Invitation } from '../../domain/people/member.js'
import type { Role } from '../../domain/people/roles.js'
import type { User } from '../../domain/people/user.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { organizationNamesOf, type Organization } from '../../../tenancy/domain/records.js'
import { E, type TE } from '../../../fp.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { InvitationDetails, PeopleStorage } from '../../ports/people-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { newUser } from './new-user.js'
import type { ProvenIdentity, ProveIdentity, ProvingNeeds } from './prove-identity.js'
import { clearAttempts } from './throttled-attempts.js'

/** An accepted invitation. */
export interface AcceptedInvitation {
  readonly organization: Organization
  readonly invitation: Invitation
  /** The user's role there now. */
  readonly role: Role
}

/**
 * Accepts an invitation for a user: NotFound if it doesn't exist, isn't open, or is for another address,
 * without distinction. An existing member keeps their role.
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

interface ShowInvitationNeeds {
  readonly storage: { readonly people: PeopleStorage }
  readonly clock: Clock
  readonly sessionTokens: SessionTokens
}

/**
 * The invitation whose email had this token; NotFound if the token is malformed or unknown, or the invitation
 * isn't open.
 */
export const showInvitation =
  ({ storage, clock, sessionTokens }: ShowInvitationNeeds) =>
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

/**
 * How the holder of an invitation proves their identity: with their password, or by choosing a password and a
 * name.
 */
export interface Acceptance {
  readonly token: string
  readonly password: string
  /** Only if the address belongs to no user yet. */
  readonly displayName: string | undefined
}

type Needs = ProvingNeeds &
  AuditNeeds & {
    readonly sessionTokens: SessionTokens
  }

/**
 * Accepts an invitation through the link of its email, without a session. Existing users prove their identity
 * with their password; anyone else becomes a user, because the link has proved their address. NotFound if the
 * link isn't valid, InvalidCredentials and TooManyRequests as for a sign-in, InvalidRequest for a bad name or
 * password.
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
