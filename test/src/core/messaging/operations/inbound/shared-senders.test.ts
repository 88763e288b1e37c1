import { expect } from 'chai'
import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import { readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { anInboundMessage } from '@postrider/conformance/builders/an-inbound-message'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../../assembly/an-office.js'

const ASHA = '+919876543210'
const reason = 'Their invoice names them.'

describe('A STOP to a sender of two Organizations', () => {
  const office = useOffice()
  let olga: Operator
  let asha: Tenant
  let bran: Tenant
  let incoming: ReturnType<typeof recordReceipts>

  beforeEach(async () => {
    const { at } = office
    olga = await at.operator(['admin.messages'])
    asha = aTenant()
    bran = aTenant()
    const { providerAccount } = asha
    const { providerAccountIds, senders } = asha.configuration
    bran = { ...bran, providerAccount, configuration: { ...bran.configuration, providerAccountIds, senders } }
    await right(at.storage.catalog.save(recordsOf(asha)))
    incoming = recordReceipts(at, recordReports(at))
  })

  const share = () => right(office.at.storage.catalog.save({ ...recordsOf(bran), providerAccounts: [] }))

  const write = async (message: Partial<InboundMessage>): Promise<void> => {
    const { providerAccountId } = asha.providerAccount
    const atMs = office.at.clock.nowMs()
    const sent = { providerAccountId, to: 'ASHAST', from: ASHA, atMs }
    const inbound = anInboundMessage({ ...readConsent(message.text ?? ''), ...sent, ...message })
    await right(incoming.record({ inbound: [inbound] }))
    await incoming.idle()
    await office.at.time.advance(1)
  }

  const suppressionsOf = async ({ organization: { organizationId } }: Tenant) =>
    (await office.at.doneAbove(olga, 'listSuppressions', { organizationId })).suppressions.map(
      ({ to, scope }) => `${to.slice(0, 3)} ${scope}`,
    )

  /** Waits until it is a task, and assigns it to Bran's Organization. */
  const assignToBran = async (more: object = {}): Promise<void> => {
    await office.at.time.advance(60_001)
    await right(incoming.applyWaiting())
    const { messages } = await office.at.doneAbove(olga, 'listInboundMessages', { task: 'unattributed' })
    const { providerAccountId } = asha.providerAccount
    const inboundId = messages.find((one) => one.providerAccountId === providerAccountId)?.inboundId
    const { organizationId } = bran.organization
    await office.at.doneAbove(olga, 'assignInboundMessage', { inboundId, organizationId, reason, ...more })
  }

  it('suppresses the author for both until a super admin assigns it', async () => {
    await share()
    await write({ text: 'STOP' })
    expect([await suppressionsOf(asha), await suppressionsOf(bran)]).to.deep.equal([['+91 all'], ['+91 all']])
    await assignToBran()
    expect([await suppressionsOf(asha), await suppressionsOf(bran)]).to.deep.equal([[], ['+91 all']])
    const { organizationId } = asha.organization
    const act = (await right(office.at.storage.audit.chain(organizationId, 0, 100))).at(-1)
    expect(act).to.deep.include({ organizationId, action: 'unsuppress' })
    expect(act?.actor.kind).to.equal('operator')
    expect(act?.reason, "it doesn't name the other Organization").not.to.equal(reason)
    const { consents } = await office.at.doneAbove(olga, 'listConsents', { organizationId })
    expect(consents.map(({ kind }) => kind)).to.deep.equal(['release', 'opt_out'])
    await office.at.acts()
  })

  it("also ends the suppression of the author's id at the others", async () => {
    await share()
    await write({ text: 'STOP', from: undefined, userId: 'US.77' })
    expect([await suppressionsOf(asha), await suppressionsOf(bran)]).to.deep.equal([['US. all'], ['US. all']])
    await assignToBran({ to: ASHA })
    expect(await suppressionsOf(asha)).to.deep.equal([])
    expect(await suppressionsOf(bran)).to.have.members(['US. all', '+91 all'])
  })

  it('leaves an earlier opt-out in place that it made wider', async () => {
    await write({ text: '', consentChange: { wants: 'stop', scope: 'promotional' } })
    await share()
    await write({ text: 'STOP' })
    await assignToBran()
    expect([await suppressionsOf(asha), await suppressionsOf(bran)]).to.deep.equal([['+91 all'], ['+91 all']])
  })
})
