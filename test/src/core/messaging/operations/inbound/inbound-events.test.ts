import { expect } from 'chai'
import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import { readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import type { EventNote } from '@postrider/core/feed/domain/event-note'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { indexRecipients } from '@postrider/core/messaging/use-cases/search/index-recipients'
import { anInboundMessage } from '@postrider/conformance/builders/an-inbound-message'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { numberAll } from '@postrider/conformance/storage/feed/following'
import { useOffice } from '../../../assembly/an-office.js'
import { eventsLeft } from '../../../../builders/events-left.js'

const ASHA = '+919876543210'
const reason = 'Their invoice names them.'

describe('The events of an inbound message', () => {
  const office = useOffice()
  let olga: Operator
  let asha: Tenant
  let bran: Tenant
  let incoming: ReturnType<typeof recordReceipts>
  let before: number

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
    before = (await eventsLeft(at.storage)).length
  })

  const share = () => right(office.at.storage.catalog.save({ ...recordsOf(bran), providerAccounts: [] }))

  const write = async (message: Partial<InboundMessage>): Promise<void> => {
    const { providerAccountId } = asha.providerAccount
    const atMs = office.at.clock.nowMs()
    const inbound = anInboundMessage({
      ...readConsent(message.text ?? ''),
      providerAccountId,
      to: 'ASHAST',
      from: ASHA,
      atMs,
      ...message,
    })
    await right(incoming.record({ inbound: [inbound] }))
    await incoming.idle()
    await office.at.time.advance(1)
  }

  const settleAfter = async (ms: number): Promise<void> => {
    await office.at.time.advance(ms)
    await right(incoming.applyWaiting())
  }

  const left = async (): Promise<readonly EventNote[]> => (await eventsLeft(office.at.storage)).slice(before)

  /** Each event with the Organization that gets it. */
  const leftFor = async (): Promise<readonly string[]> => {
    const name = (organizationId: string): string =>
      organizationId === bran.organization.organizationId ? 'bran' : 'asha'
    return (await left()).map(({ type, organizationId }) => `${name(organizationId)} ${type}`)
  }

  const unassigned = async () => {
    const { messages } = await office.at.doneAbove(olga, 'listInboundMessages', { state: 'unassigned' })
    const { providerAccountId } = asha.providerAccount
    return messages.find((one) => one.providerAccountId === providerAccountId)?.inboundId
  }

  it('go to the app with its sender, without author and text, and before those of its opt-out', async () => {
    await write({ text: 'Where is my order?' })
    await write({ text: 'STOP' })
    const all = await left()
    expect(all.map(({ type }) => type)).to.deep.equal([
      'message.received',
      'message.received',
      'consent.opted_out',
    ])
    const { organizationId } = asha.organization
    expect(all[0]).to.deep.include({ organizationId, appId: asha.app.appId, type: 'message.received' })
    expect(Object.keys(all[0]?.data ?? {})).to.include.members(['inboundId', 'to', 'receivedAt'])
    expect(all[1]?.data).to.include({ wants: 'stop', scope: 'all' })
    expect(JSON.stringify(all)).not.to.match(/order|987654/)
  })

  it('go to all Organizations with the sender until it is known whose opt-out it is', async () => {
    await share()
    await write({ text: 'STOP' })
    expect([...(await leftFor())].sort()).to.deep.equal(['asha consent.opted_out', 'bran consent.opted_out'])
    const { scope, template, price } = bran
    const { templateId, templateVersionId } = template
    const { priceVersionId } = price
    const charge = { amountMinor: 25, currency: 'INR', priceVersionId, chargeOn: 'submitted' } as const
    const acceptedAtMs = office.at.clock.nowMs() - 1_000
    await acceptPaid(office.at.storage, {
      ...scope,
      to: ASHA,
      templateId,
      templateVersionId,
      charge,
      acceptedAtMs,
    })
    await numberAll(office.at.storage)
    while ((await right(indexRecipients(office.at)(20))).isMore);
    await settleAfter(3_000)
    expect((await leftFor()).slice(2)).to.deep.equal(['bran message.received', 'asha consent.opted_in'])
  })

  it('are left once, also if the number of its author becomes known later', async () => {
    await write({ text: 'STOP', from: undefined, userId: 'US.77' })
    expect(await leftFor(), 'for the id').to.deep.equal(['asha message.received', 'asha consent.opted_out'])
    const { providerAccountId } = asha.providerAccount
    await right(incoming.record({ identities: [{ providerAccountId, userId: 'US.77', number: ASHA }] }))
    await settleAfter(3_000)
    expect((await leftFor()).slice(2), 'for the number').to.deep.equal(['asha consent.opted_out'])
  })

  it('are left when an operator assigns it, and again only for an opt-out', async () => {
    await share()
    await write({ text: "please don't stop texting me" })
    await settleAfter(60_001)
    expect(await leftFor()).to.deep.equal([])
    const { organizationId } = bran.organization
    const body = { inboundId: await unassigned(), organizationId, reason }
    await office.at.doneAbove(olga, 'assignInboundMessage', body)
    expect(await leftFor()).to.deep.equal(['bran message.received'])
    await office.at.doneAbove(olga, 'assignInboundMessage', { ...body, optOut: 'all' })
    expect((await leftFor()).slice(1)).to.deep.equal(['bran consent.opted_out'])
  })
})
