import {
  authorizeMember,
  permissionsOf,
  type Membership,
} from '@postrider/core/identity/domain/access/authorize-member'
import { PERMISSIONS, type Role, ROLES } from '@postrider/core/identity/domain/people/roles'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'
import { aTenant } from '@postrider/conformance/builders/a-tenant'

const mine = aTenant().organization

const membership = (role: Role, status: 'active' | 'suspended' = 'active'): Membership => ({
  member: { role },
  organization: { ...mine, status },
})

const verdict = (result: E.Either<{ readonly _tag: string }, Membership>): string =>
  E.isLeft(result) ? result.left._tag : 'allowed'

// Source: docs/api/access#roles. One letter for each role that has the permission, in the order owner, admin,
// developer, billing, viewer.
const table: Readonly<Record<(typeof PERMISSIONS)[number], string>> = {
  'organization.manage': 'o----',
  'members.manage': 'oa---',
  'apps.manage': 'oad--',
  'credentials.manage': 'oad--',
  'agentKeys.manage': 'oa---',
  'billing.read': 'oa-bv',
  'billing.manage': 'oa-b-',
  'messages.read': 'oad-v',
  'templates.manage': 'oad--',
  'support.use': 'oadb-',
}

describe('The authority over an Organization', () => {
  for (const permission of PERMISSIONS)
    it(`gives ${permission} to ${table[permission]}`, () => {
      for (const [at, role] of ROLES.entries()) {
        const expected = table[permission][at] === '-' ? 'PermissionDenied' : 'allowed'
        const operation = { permission, whileSuspended: false }
        expect(verdict(authorizeMember(operation, [membership(role)], mine.organizationId)), role).to.equal(
          expected,
        )
        expect(permissionsOf(role).includes(permission), role).to.equal(expected === 'allowed')
      }
    })

  it('lets any member call operations that need no permission', () => {
    for (const role of ROLES) {
      const result = authorizeMember(
        { permission: undefined, whileSuspended: true },
        [membership(role)],
        mine.organizationId,
      )
      expect(result, role).to.deep.equal(E.right(membership(role)))
    }
  })

  it('returns the same refusal for unknown records and for those of other tenants', () => {
    const operation = { permission: undefined, whileSuspended: true }
    const other = aTenant().organization
    for (const [places, requested] of [
      [[membership('owner')], other.organizationId],
      [[], mine.organizationId],
      [[membership('owner')], undefined],
    ] as const)
      expect(verdict(authorizeMember(operation, places, requested))).to.equal('NotFound')
  })

  it('uses the role in this Organization, not a higher one elsewhere', () => {
    const elsewhere: Membership = { member: { role: 'owner' }, organization: aTenant().organization }
    const operation = { permission: 'members.manage', whileSuspended: true } as const
    const places = [elsewhere, membership('viewer')]
    expect(verdict(authorizeMember(operation, places, mine.organizationId))).to.equal('PermissionDenied')
  })

  it('lets a suspended Organization only do what is allowed meanwhile', () => {
    const places = [membership('owner', 'suspended')]
    const permission = 'apps.manage' as const
    const judged = (whileSuspended: boolean, memberships: readonly Membership[]) =>
      verdict(authorizeMember({ permission, whileSuspended }, memberships, mine.organizationId))
    expect(judged(false, places)).to.equal('OrganizationSuspended')
    expect(judged(true, places)).to.equal('allowed')
    expect(judged(false, [membership('viewer', 'suspended')])).to.equal('PermissionDenied')
  })
})
