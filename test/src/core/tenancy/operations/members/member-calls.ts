import type { InvitationId, OrganizationId } from '@postrider/core/kernel/ids/id'
import type { Role } from '@postrider/core/identity/domain/people/roles'
import { right } from '@postrider/conformance/outcome'
import { E } from '@postrider/core/fp'
import type { OfficeInUse, Person } from '../../../assembly/an-office.js'

/** The calls of the firm's people about its members and invitations, and helpers of tests. */
export const memberCalls = (office: OfficeInUse) => {
  const invite = (person: Person, email: string, role: Role = 'developer', more: object = {}) =>
    office.at.done(person, 'inviteOrganizationMember', {
      organizationId: office.at.organizationId,
      email,
      role,
      ...more,
    })

  /** A token as the email gives it to the invited person. Its verifier is stored. */
  const tokenFor = async (invitationId: string): Promise<string> => {
    const { token, verifier } = office.at.sessionTokens.create('link')
    await right(
      office.at.storage.units.transact<never, undefined>('shared', async (unit) => {
        const invitation = await unit.invitations.lock(invitationId as InvitationId)
        if (invitation !== undefined) unit.invitations.replace({ ...invitation, verifier })
        return E.right(undefined)
      }),
    )
    return token
  }

  return {
    invite,
    tokenFor,
    /** Invites a person and returns the token from the email. */
    invited: async (email: string, role: Role = 'developer'): Promise<string> =>
      tokenFor((await invite(office.at.owner, email, role)).invitation.invitationId),
    list: (person: Person, more: object = {}, organizationId: string = office.at.organizationId) =>
      office.at.done(person, 'listOrganizationMembers', { organizationId, ...more }),
    /** Signs in a person with that role, in the firm by default. */
    join: async (role: Role, organizationId: OrganizationId = office.at.organizationId): Promise<Person> => {
      const person = await office.at.stranger()
      const { userId } = person
      await office.at.write((unit) => unit.members.add({ organizationId, userId, role, createdAtMs: 0 }))
      return person
    },
    /** The body that revokes this member or invitation. */
    revoking: (named: object) => ({
      organizationId: office.at.organizationId,
      reason: 'Has left the company.',
      ...named,
    }),
  }
}
