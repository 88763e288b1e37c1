import { expect } from 'chai'
import { isoTime, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, NOT_FOUND } from '../../runner/use-cases/strange.js'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`The audit log that super admins read on ${engine}`, () => {
    const office = useOffice(open)

    it('shows who did what, when and why, newest first, with filters', async () => {
      const reader = await office.at.operator(['admin.audit'])
      const maker = await office.at.operator(['admin.organizations', 'admin.providers'])
      const { organizationId, owner, time, clock } = office.at
      const list = (body: object) => office.at.doneAbove(reader, 'listAuditEvents', body)
      const subject = { subject: 'A bill', text: 'What is it?', category: 'billing', priority: 'low' }
      await office.at.done(owner, 'createSupportTicket', { organizationId, ...subject })
      await time.advance(10 * MINUTE_MS)
      const atMs = clock.nowMs()
      const reason = 'Case 17.'
      await office.at.doneByAdminAgent(maker, 'suspendOrganization', { organizationId, version: 1, reason })
      await time.advance(10 * MINUTE_MS)
      await office.at.doneAbove(maker, 'blockDestination', { prefix: `+9${String(atMs).slice(-9)}`, reason })

      const all = await list({ organizationId })
      expect(all.nextCursor).to.equal(null)
      expect(all.events.map(({ action }) => action)).to.deep.equal([
        'suspendOrganization',
        'createSupportTicket',
      ])
      const [suspended] = all.events
      const { userId } = maker.facts.user
      expect(suspended).to.deep.include({
        organizationId,
        actor: { kind: 'agent', id: userId },
        target: organizationId,
        outcome: 'done',
        reason,
        at: isoTime(atMs),
        details: { status: 'suspended', version: 2 },
      })
      expect(suspended?.credentialId).to.match(/^agk_/)
      const first = await list({ organizationId, limit: 1 })
      const second = await list({ organizationId, limit: 1, cursor: first.nextCursor })
      expect([...first.events, ...second.events]).to.deep.equal(all.events)

      const found = async (body: object) => (await list(body)).events.map(({ action }) => action)
      expect(await found({ organizationId, actorId: owner.userId })).to.deep.equal(['createSupportTicket'])
      expect(await found({ actorId: userId })).to.deep.equal(['blockDestination', 'suspendOrganization'])
      expect(await found({ actorId: userId, platform: true })).to.deep.equal(['blockDestination'])
      expect(await found({ organizationId, action: 'suspendOrganization' })).to.have.length(1)
      expect(await found({ target: organizationId })).to.deep.equal(['suspendOrganization'])
      expect(await found({ organizationId, from: atMs, to: atMs + 1 })).to.deep.equal(['suspendOrganization'])
      expect(await found({ organizationId, to: atMs })).to.deep.equal(['createSupportTicket'])
      expect(await found({ organizationId, from: atMs + 1 })).to.deep.equal([])
      const byAgent = await office.at.doneByAdminAgent(reader, 'listAuditEvents', { organizationId })
      expect(byAgent.events).to.have.length(2)
    })
  })

describe("A super admin's query of the audit log", () => {
  const office = useOffice()

  it("is refused for an unknown Organization, for both chains at once, with another query's cursor, or without the permission", async () => {
    const reader = await office.at.operator(['admin.audit'])
    const { organizationId } = office.at
    const refused = (body: object) => office.at.refusedAbove(reader, 'listAuditEvents', body)
    expect(await refused({ organizationId: 'org_none' })).to.deep.equal(NOT_FOUND)
    expect(brokenFields(await refused({ organizationId, platform: true }))).to.deep.equal([
      '/platform not_allowed',
    ])
    expect(brokenFields(await refused({ organizationId, cursor: 'p1.aud_x.0' }))).to.deep.equal([
      '/cursor mismatch',
    ])
    const other = await office.at.operator(['admin.users'])
    expect(await office.at.refusedAbove(other, 'listAuditEvents', {})).to.have.property(
      '_tag',
      'PermissionDenied',
    )
  })
})
