import { expect } from 'chai'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { anApproval } from '@postrider/conformance/builders/an-approval'
import { anInvitation } from '@postrider/conformance/builders/an-invitation'
import { anAttachment, aTicket } from '@postrider/conformance/builders/a-ticket'
import { aMember } from '@postrider/conformance/builders/a-user'
import { fresh } from '@postrider/conformance/builders/fresh'
import { type QuotaName, QUOTAS, quotaPhrase } from '@postrider/core/limits/domain/quotas'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { type Office, useOffice } from '../../assembly/an-office.js'

const operations: readonly Operation[] = Object.values(OPERATIONS)
const reason = 'For the quota.'

/** Creates `count` of something. */
const times = <A>(count: number, make: (at: number) => A): readonly A[] =>
  Array.from({ length: count }, (_, at) => make(at))

const full = (name: QuotaName) => ({
  _tag: 'Conflict',
  fields: [],
  message: `The limit is ${quotaPhrase(QUOTAS[name])}.`,
})

const ticket = ({ organizationId }: Office) => ({
  organizationId,
  subject: 'Late',
  text: 'Messages are late.',
  category: 'other',
  priority: 'normal',
})

const file = ({ organizationId }: Office) => ({
  organizationId,
  fileName: 'bill.pdf',
  contentType: 'application/pdf',
  sizeBytes: 1,
  sha256: fresh.hex(64),
})

const invitation = ({ organizationId }: Office, email = `ravi.${fresh.hex(12)}@example.org`) => ({
  organizationId,
  email,
  role: 'viewer',
})

const TOO_MANY = { _tag: 'TooManyRequests', fields: [] }

describe('Quotas', () => {
  const office = useOffice()

  it('limit every operation that creates something', () => {
    const unbounded = operations.filter(({ effect, quotas = [] }) => effect === 'adds' && quotas.length === 0)
    expect(unbounded.map(({ name }) => name)).to.deep.equal([])
  })

  it('are each counted by an operation, except those of notices', () => {
    const named = new Set(operations.flatMap(({ quotas = [] }) => quotas))
    const unused = (Object.keys(QUOTAS) as QuotaName[]).filter((name) => !named.has(name))
    expect(unused).to.deep.equal([
      'noticesToAddressHourly',
      'noticesToAddressDaily',
      'blockNoticesDaily',
      'deviceNoticesDaily',
      'balanceNoticesDaily',
      'webhookNoticesDaily',
    ])
  })

  it('keep a person from owning more than 20 Organizations', async () => {
    const { at } = office
    const person = await at.stranger()
    const names = { displayName: 'Acme', legalName: 'Acme', brandName: 'Acme', projectName: 'Acme' }
    const body = { ...names, environment: 'test' }
    for (let made = 0; made < 20; made += 1) await at.done(person, 'createOrganization', body)
    expect(await at.refused(person, 'createOrganization', body)).to.deep.equal(full('organizations'))
  })

  it('keep an Organization from having more than 1,000 members', async () => {
    const { at } = office
    const { organizationId } = at
    const person = await at.stranger()
    const offered = anInvitation({ organizationId, email: person.email })
    await at.write((unit) => {
      unit.invitations.add(offered)
      for (const member of times(996, () => aMember({ organizationId, role: 'viewer' })))
        unit.members.add(member)
    })
    const body = { invitationId: offered.invitationId }
    expect(await at.refusedAtWebsite(person, 'acceptOwnInvitation', body)).to.deep.equal(full('members'))
  })

  it('keep an Organization from having more than 100 open invitations', async () => {
    const { at } = office
    const { organizationId } = at
    await at.write((unit) => {
      for (const one of times(100, () => anInvitation({ organizationId }))) unit.invitations.add(one)
    })
    const refused = await at.refused(at.owner, 'inviteOrganizationMember', invitation(at))
    expect(refused).to.deep.equal(full('openInvitations'))
  })

  it('keep an Organization from having more than 100 live Agent keys, and a person as many of their own', async () => {
    const { at } = office
    const { organizationId, owner } = at
    const spare = { label: 'spare', reason }
    await at.write((unit) => {
      for (const key of times(100, () => anAgentKey({ organizationId, expiresAtMs: undefined })))
        unit.agentKeys.add(key)
      unit.agentKeys.add(anAgentKey({ organizationId, revokedAtMs: 1 }))
      const own = { kind: 'bootstrap', organizationId: undefined, sponsorId: owner.userId } as const
      for (const key of times(100, () => anAgentKey({ ...own, expiresAtMs: undefined })))
        unit.agentKeys.add(key)
    })
    const body = { organizationId, allowlist: ['getCustomerContext'], ...spare }
    const refused = await at.refusedAtWebsite(owner, 'createOrganizationAgentKey', body)
    expect(refused).to.deep.equal(full('agentKeys'))
    const own = await at.refusedAtWebsite(owner, 'createBootstrapAgentKey', spare)
    expect(own).to.deep.equal(full('ownAgentKeys'))
  })

  it('keep an Organization from having more than 100 open tickets', async () => {
    const { at } = office
    const { organizationId } = at
    await at.write((unit) => {
      const open = times(100, (nth) =>
        aTicket({ organizationId, status: nth % 2 === 0 ? 'open' : 'waiting_customer' }),
      )
      for (const one of [...open, aTicket({ organizationId, status: 'closed' })]) unit.tickets.add(one)
    })
    const refused = await at.refused(at.owner, 'createSupportTicket', ticket(at))
    expect(refused).to.deep.equal(full('openTickets'))
  })

  it('keep the files of an Organization within 1 GiB', async () => {
    const { at } = office
    const { organizationId } = at
    const registered = { organizationId, ticketId: fresh.id('tkt'), registeredAtMs: 1 }
    const sizes = [QUOTAS.fileBytes.most - 2, 1]
    await at.write((unit) => {
      for (const sizeBytes of sizes) unit.attachments.add(anAttachment({ ...registered, sizeBytes }))
    })
    await at.done(at.owner, 'generateAttachmentUploadUrl', file(at))
    const refused = await at.refused(at.owner, 'generateAttachmentUploadUrl', file(at))
    expect(refused).to.deep.equal({
      ...full('fileBytes'),
      message: 'The limit is 1 GiB of files per Organization.',
    })
  })

  it('keep a super admin from having more than 100 pending proposals', async () => {
    const { at } = office
    const operator = await at.operator()
    const { userId } = operator.facts.user
    await at.write((unit) => {
      for (const one of times(100, () => anApproval({ makerId: userId }))) unit.approvals.add(one)
    })
    const body = {
      organizationId: at.organizationId,
      currency: 'INR',
      amountMinor: 1,
      environment: 'test',
      reason,
    }
    const refused = await at.refusedAbove(operator, 'proposeBalanceCredit', body)
    expect(refused).to.deep.equal(full('pendingApprovals'))
  })

  it('allow an address three emails an hour, for any requester and operation', async () => {
    const { at } = office
    const email = `ravi.${fresh.hex(12)}@example.org`
    const operator = await at.operator()
    const invited = await at.done(at.owner, 'inviteOrganizationMember', invitation(at, email))
    const { invitationId } = invited.invitation
    const again = { organizationId: at.organizationId, invitationId }
    await at.doneAtWebsite(at.owner, 'resendOrganizationInvitation', again)
    await at.doneAbove(operator, 'inviteCustomer', { email, reason })
    const { other } = at
    const elsewhere = { organizationId: other.organizationId, email, role: 'viewer' }
    for (const refused of [
      await at.refused(other.owner, 'inviteOrganizationMember', elsewhere),
      await at.refusedAtWebsite(at.owner, 'resendOrganizationInvitation', again),
      await at.refusedAbove(operator, 'inviteCustomer', { email, reason }),
    ])
      expect(refused).to.deep.include(TOO_MANY).and.have.property('retryAfterMs', HOUR_MS)
    await at.time.advance(HOUR_MS)
    await at.done(other.owner, 'inviteOrganizationMember', elsewhere)
  })

  it('let a person invite fifty times a day', async () => {
    const { at } = office
    const operator = await at.operator()
    const body = () => ({ email: `mina.${fresh.hex(12)}@example.org`, reason })
    for (let sent = 0; sent < 50; sent += 1) await at.doneAbove(operator, 'inviteCustomer', body())
    expect(await at.refusedAbove(operator, 'inviteCustomer', body())).to.deep.include(TOO_MANY)
  })

  it('let an Organization invite fifty times a day, by all of its people together', async () => {
    const { at } = office
    for (let sent = 0; sent < 50; sent += 1)
      await at.done(sent % 2 === 0 ? at.owner : at.admin, 'inviteOrganizationMember', invitation(at))
    const refused = await at.refused(at.admin, 'inviteOrganizationMember', invitation(at))
    expect(refused).to.deep.include(TOO_MANY)
  })
})
