import { expect } from 'chai'
import { TICKET_STATUSES } from '@postrider/core/support/domain/ticket'
import { anAgentKey } from '../../builders/an-agent-key.js'
import { anApproval, decided } from '../../builders/an-approval.js'
import { anInvitation } from '../../builders/an-invitation.js'
import { aTicket } from '../../builders/a-ticket.js'
import { aMember, aSuperAdmin, aUser } from '../../builders/a-user.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const people = (at: StorageUnderTest): void => {
  it("include an Organization's members, and a person's own Organizations", async () => {
    const [organizationId, userId] = [fresh.id('org'), fresh.id('usr')]
    const counted = await exclusively(at, async (unit) => {
      unit.members.add(aMember({ organizationId, userId }))
      unit.members.add(aMember({ organizationId, role: 'viewer' }))
      unit.members.add(aMember({ userId }))
      unit.members.add(aMember({ userId, role: 'admin' }))
      return [await unit.members.countOf(organizationId), await unit.members.countOwned(userId)]
    })
    expect(counted).to.deep.equal([2, 2])
  })

  it('include invitations that can be accepted now', async () => {
    const organizationId = fresh.id('org')
    const counted = await sharing(at, async (unit) => {
      unit.invitations.add(anInvitation({ organizationId }))
      unit.invitations.add(anInvitation({ organizationId, expiresAtMs: NOW_MS }))
      unit.invitations.add(anInvitation({ organizationId, status: 'revoked' }))
      unit.invitations.add(anInvitation())
      return [
        await unit.invitations.countOpen(organizationId, NOW_MS),
        await unit.invitations.countOpen(organizationId, NOW_MS - 1),
      ]
    })
    expect(counted).to.deep.equal([1, 2])
  })

  it('include active super admins with a permission', async () => {
    const [active, disabled] = [aUser(), aUser({ status: 'disabled' })]
    const other = aUser()
    const holders = await exclusively(at, async (unit) => {
      for (const user of [active, disabled, other]) unit.users.add(user)
      unit.superAdmins.add(aSuperAdmin({ userId: active.userId, permissions: ['admin.users'] }))
      unit.superAdmins.add(aSuperAdmin({ userId: disabled.userId, permissions: ['admin.users'] }))
      unit.superAdmins.add(aSuperAdmin({ userId: other.userId, permissions: ['admin.audit'] }))
      return unit.superAdmins.holders('admin.users')
    })
    expect(holders).to.include(active.userId).and.not.include(disabled.userId)
    expect(holders).not.to.include(other.userId)
  })
}

const things = (at: StorageUnderTest): void => {
  it("include live Agent keys of an Organization, or a sponsor's own", async () => {
    const [organizationId, sponsorId] = [fresh.id('org'), fresh.id('usr')]
    const counted = await exclusively(at, async (unit) => {
      const own = { kind: 'bootstrap', organizationId: undefined, sponsorId } as const
      for (const key of [
        anAgentKey({ organizationId, sponsorId }),
        anAgentKey({ organizationId, expiresAtMs: undefined }),
        anAgentKey({ organizationId, expiresAtMs: NOW_MS }),
        anAgentKey({ organizationId, revokedAtMs: NOW_MS }),
        anAgentKey(own),
        anAgentKey({ ...own, kind: 'admin' }),
        anAgentKey({ ...own, spentAtMs: NOW_MS }),
        anAgentKey(),
      ])
        unit.agentKeys.add(key)
      return [
        await unit.agentKeys.countLive({ organizationId, sponsorId }, NOW_MS),
        await unit.agentKeys.countLive({ organizationId: undefined, sponsorId }, NOW_MS),
      ]
    })
    expect(counted).to.deep.equal([2, 2])
  })

  it('exclude ended keys, for a sponsor in an Organization', async () => {
    const [organizationId, sponsorId] = [fresh.id('org'), fresh.id('usr')]
    const first = anAgentKey({ organizationId, sponsorId, confirmedAtMs: undefined })
    const second = anAgentKey({ organizationId, sponsorId, expiresAtMs: undefined })
    const found = await exclusively(at, async (unit) => {
      for (const key of [
        second,
        first,
        anAgentKey({ organizationId }),
        anAgentKey({ sponsorId }),
        anAgentKey({ organizationId, sponsorId, revokedAtMs: NOW_MS }),
        anAgentKey({ organizationId, sponsorId, expiresAtMs: NOW_MS }),
      ])
        unit.agentKeys.add(key)
      return unit.agentKeys.lockLiveOf(organizationId, sponsorId, NOW_MS)
    })
    expect(found).to.deep.equal([first, second])
  })

  it('include tickets that are open or wait for the customer', async () => {
    const organizationId = fresh.id('org')
    const open = await sharing(at, async (unit) => {
      for (const status of TICKET_STATUSES) unit.tickets.add(aTicket({ organizationId, status }))
      unit.tickets.add(aTicket())
      return unit.tickets.countOpen(organizationId)
    })
    expect(open).to.equal(2)
  })

  it("include a person's pending proposals", async () => {
    const makerId = fresh.id('usr')
    const settled = anApproval({ makerId })
    await sharing(at, (unit) => {
      for (const one of [settled, anApproval({ makerId }), anApproval()]) unit.approvals.add(one)
    })
    const pending = await sharing(at, async (unit) => {
      await unit.approvals.lock(settled.approvalId)
      unit.approvals.replace(decided(settled, 'approved'))
      return unit.approvals.countPending(makerId)
    })
    expect(pending).to.equal(1)
  })
}

/** Tests the counts for quotas. */
export const quotasSuite = (open: OpenStorage): void => {
  describe('Counts of people', () => people(useStorage(open)))
  describe('Counts of what people create', () => things(useStorage(open)))
}
