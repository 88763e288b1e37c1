import { expect } from 'chai'
import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import { readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import { recipientDigest } from '@postrider/core/consent/domain/suppression'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { providerReference } from '@postrider/core/providers/domain/receipts/provider-reference'
import { purgeInbound } from '@postrider/core/messaging/use-cases/inbound/purge-inbound'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { indexRecipients } from '@postrider/core/messaging/use-cases/search/index-recipients'
import { anInboundMessage } from '@postrider/conformance/builders/an-inbound-message'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { claim } from '@postrider/conformance/storage/messaging/claiming'
import { NO_WORK, workItemOf } from '@postrider/conformance/storage/messaging/settling'
import { numberAll } from '@postrider/conformance/storage/feed/following'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields, CONFLICT, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

const ASHA = '+919876543210'
const reason = 'Their invoice names them.'

describe('An inbound message', () => {
  const office = useOffice()
  let olga: Operator
  let asha: Tenant
  let bran: Tenant
  let incoming: ReturnType<typeof recordReceipts>

  beforeEach(async () => {
    olga = await office.at.operator(['admin.messages'])
    asha = aTenant()
    bran = aTenant()
    const { providerAccount } = asha
    const { providerAccountIds, senders } = asha.configuration
    // One account for both, and a third sender that both have.
    bran = { ...bran, providerAccount, configuration: { ...bran.configuration, providerAccountIds, senders } }
    await right(office.at.storage.catalog.save(recordsOf(asha)))
    incoming = recordReceipts(office.at, recordReports(office.at))
  })

  const share = async () => {
    await right(office.at.storage.catalog.save({ ...recordsOf(bran), providerAccounts: [] }))
  }

  const write = async (...messages: ReadonlyArray<Partial<InboundMessage>>): Promise<void> => {
    const { providerAccountId } = asha.providerAccount
    for (const message of messages) {
      const inbound = [
        anInboundMessage({
          providerAccountId,
          to: 'ASHAST',
          from: ASHA,
          atMs: office.at.clock.nowMs(),
          ...message,
          ...(message.consentChange === undefined && message.isUnclear === undefined
            ? readConsent(message.text ?? '')
            : {}),
        }),
      ]
      await right(incoming.record({ inbound }))
      await incoming.idle()
      await office.at.time.advance(1)
    }
  }

  /** Keeps those of this test's account. The database also has those of other tests. */
  const listed = async (body: object = {}) =>
    (await office.at.doneAbove(olga, 'listInboundMessages', body)).messages.filter(
      ({ providerAccountId }) => providerAccountId === asha.providerAccount.providerAccountId,
    )
  const suppressionsOf = async ({ organization: { organizationId } }: Tenant) =>
    (await office.at.doneAbove(olga, 'listSuppressions', { organizationId })).suppressions.map(
      ({ source, scope }) => `${source} ${scope}`,
    )
  const sent = async ({ scope, template, price }: Tenant, overrides: Partial<Message> = {}) => {
    const { templateId, templateVersionId } = template
    const { priceVersionId } = price
    const charge = { amountMinor: 25, currency: 'INR', priceVersionId, chargeOn: 'submitted' } as const
    const acceptedAtMs = office.at.clock.nowMs()
    const of = { ...scope, to: ASHA, templateId, templateVersionId, charge, acceptedAtMs, ...overrides }
    const { message } = await acceptPaid(office.at.storage, of)
    await numberAll(office.at.storage)
    while ((await right(indexRecipients(office.at)(20))).isMore);
    return message
  }
  /** Sends a message that the provider accepts under this identifier. */
  const sentAs = async (providerMessageId: string, to: string): Promise<void> => {
    const { messageId } = await sent(asha, { to })
    const { providerAccountId } = asha.providerAccount
    const [attempt] = await claim(office.at.storage, [messageId], office.at.clock.nowMs(), {
      providerAccountId,
    })
    const accepted = {
      ...(attempt ?? expect.fail('the claim was lost')),
      phase: 'accepted',
      providerMessageId,
      providerReference: providerReference(providerMessageId),
      endedAtMs: office.at.clock.nowMs(),
    } as const
    const work = () => ({ ...NO_WORK, attempts: [accepted], result: undefined })
    await right(office.at.storage.dispatch.work([workItemOf(messageId)], work))
  }
  const heldSenders = async () =>
    (await right(office.at.storage.catalog.app(asha.app.appId)))?.heldSenders
      .filter(({ providerAccountId }) => providerAccountId === asha.providerAccount.providerAccountId)
      .map(({ sender }) => sender)
  const isSuppressed = async ({ organization: { organizationId } }: Tenant, to: string): Promise<boolean> =>
    (await office.at.doneAbove(olga, 'listSuppressions', { organizationId, to })).suppressions.length > 0
  const optInKey = ({ organization: { organizationId } }: Tenant) => ({
    organizationId,
    recipient: recipientDigest(ASHA, office.at.digests.sha256),
  })
  const optIn = (of: Tenant) =>
    office.at.write((unit) => unit.optIns.add({ ...optInKey(of), grants: [{ channel: 'sms' }] }))
  const optedIn = async (of: Tenant) =>
    (await office.at.write((unit) => unit.optIns.lock(optInKey(of))))?.grants
  const actsOf = async ({ organization: { organizationId } }: Tenant) =>
    (await right(office.at.storage.audit.chain(organizationId, 0, 100))).map(({ actor, action, details }) =>
      [actor.kind, action, details['scope']].join(' '),
    )

  it('is shown to super admins with its Organization and a masked author', async () => {
    await write({ text: 'Where is my order?' })
    const [one] = await listed()
    const { organizationId } = asha.organization
    expect(one).to.deep.include({
      organizationId,
      text: 'Where is my order?',
      to: 'ASHAST',
      state: 'assigned',
    })
    expect(one?.from).to.match(/^\+91\*+3210$/)
    expect(JSON.stringify(await listed({ organizationId, state: 'assigned' }))).not.to.contain('987654')
    expect(await listed({ state: 'unassigned', organizationId })).to.deep.equal([])
    expect(await suppressionsOf(asha)).to.deep.equal([])
  })

  it('suppresses the author once for STOP, and lifts that for START; both are registered', async () => {
    await optIn(asha)
    await write({ text: 'Stop' }, { text: 'STOP' })
    expect([await suppressionsOf(asha), await optedIn(asha)]).to.deep.equal([['opt_out all'], undefined])
    expect((await listed()).map(({ wants, scope }) => [wants, scope])).to.deep.equal([
      ['stop', 'all'],
      ['stop', 'all'],
    ])
    const { organizationId } = asha.organization
    await office.at.doneAbove(olga, 'suppress', { organizationId, to: ASHA, source: 'complaint', reason })
    await write({ text: 'start' })
    expect(await suppressionsOf(asha), 'START ends only an opt-out').to.deep.equal(['complaint except_otp'])
    expect(await optedIn(asha)).to.deep.equal([{}])
    expect(await actsOf(asha)).to.deep.equal([
      'system suppress all',
      'operator suppress except_otp',
      'system unsuppress all',
    ])
    const { consents } = await office.at.doneAbove(olga, 'listConsents', { organizationId })
    expect(
      consents.map(({ kind, source, evidence }) => `${kind} ${source} ${evidence}`.split(' (inb')[0]),
    ).to.deep.equal(['opt_in recipient start', `opt_out provider ${reason}`, 'opt_out recipient Stop'])
    await office.at.acts()
  })

  it('suppresses promotional messages if the author told the vendor so', async () => {
    await write({ text: '', consentChange: { wants: 'stop', scope: 'promotional' } })
    expect(await suppressionsOf(asha)).to.deep.equal(['opt_out promotional'])
    await write({ text: 'STOP' })
    expect(await suppressionsOf(asha)).to.deep.equal(['opt_out all'])
    await write({ text: '', consentChange: { wants: 'start', scope: 'promotional' } })
    expect(await suppressionsOf(asha)).to.deep.equal(['opt_out all'])
  })

  it('is one person under any spelling of the number', async () => {
    await write({ text: 'STOP', from: '+5215512345678' }, { text: 'Stop!', from: '+525512345678' })
    expect(await suppressionsOf(asha)).to.deep.equal(['opt_out all'])
    await write({ text: 'Stop.', from: '+558588887777' }, { text: 'STOP', from: '+5585988887777' })
    expect(await suppressionsOf(asha)).to.have.length(2)
    await write({ text: 'START', from: '+525512345678' }, { text: 'Start', from: '+5585988887777' })
    expect(await suppressionsOf(asha)).to.deep.equal([])
  })

  it("doesn't lift a suppression from after it was written", async () => {
    const atMs = office.at.clock.nowMs()
    await write({ text: 'STOP', atMs }, { text: 'START', atMs: atMs - 1 })
    expect(await suppressionsOf(asha)).to.deep.equal(['opt_out all'])
  })

  it('of an author who is a short code is a task, and holds the sender', async () => {
    await write({ text: 'STOP', from: '56767' })
    expect(await suppressionsOf(asha)).to.deep.equal([])
    expect((await listed()).map(({ from, task }) => [from, task])).to.deep.equal([['***', 'unattributed']])
    expect(await heldSenders()).to.deep.equal(['ASHAST'])
  })

  it('that arrives twice is stored and applied once', async () => {
    const message = anInboundMessage({ providerAccountId: asha.providerAccount.providerAccountId })
    await write({ ...message, to: 'ASHAST', text: 'STOP' }, { ...message, to: 'ASHAST', text: 'STOP' })
    expect(await listed()).to.have.length(1)
    expect(await actsOf(asha)).to.have.length(1)
  })

  it('belongs to the Organization whose message reached the author last, if several share the sender', async () => {
    await share()
    await sent(asha)
    await office.at.time.advance(1_000)
    await sent(bran)
    await write({ text: 'STOP' })
    expect([await suppressionsOf(asha), await suppressionsOf(bran)]).to.deep.equal([[], ['opt_out all']])
  })

  it('waits if the last message may not be stored yet, and then a super admin assigns it', async () => {
    await share()
    await optIn(bran)
    await write({ text: 'STOP' })
    expect((await listed()).map(({ state }) => state)).to.deep.equal(['pending'])
    expect(await suppressionsOf(asha), 'it already counts for both').to.deep.equal(['opt_out all'])
    expect(await optedIn(bran), 'they may not have meant it').to.have.length(1)
    await office.at.time.advance(60_001)
    await right(incoming.applyWaiting())
    const [one] = await listed({ state: 'unassigned' })
    const { task, ...rest } = one ?? expect.fail('it is not listed')
    expect(task).to.equal('unattributed')
    const body = { inboundId: one?.inboundId, organizationId: bran.organization.organizationId, reason }
    const { message } = await office.at.doneAbove(olga, 'assignInboundMessage', body)
    expect(message).to.deep.equal({ ...rest, organizationId: body.organizationId, state: 'assigned' })
    expect(await suppressionsOf(bran)).to.deep.equal(['opt_out all'])
    expect(await office.at.refusedAbove(olga, 'assignInboundMessage', body)).to.deep.equal(CONFLICT)
    expect(await actsOf(bran)).to.deep.equal(['system suppress all', 'operator assignInboundMessage '])
  })

  it('in an earlier spelling of the number belongs to the person', async () => {
    await share()
    await sent(bran, { to: '+525512345678' })
    await write({ text: 'STOP', from: '+5215512345678' })
    expect(await isSuppressed(bran, '+525512345678')).to.equal(true)
    expect(await suppressionsOf(asha)).to.deep.equal([])
    expect((await listed())[0]?.from).to.match(/^\+52\*+5678$/)
  })

  it('of a hidden author belongs to the recipient of the message that it replies to', async () => {
    await sentAs('wamid.ours', '+14155552671')
    await write({ text: 'STOP', from: undefined, userId: 'u-1', inReplyTo: 'wamid.ours' })
    expect(await isSuppressed(asha, '+14155552671')).to.equal(true)
    expect((await listed()).map(({ state, task }) => [state, task])).to.deep.equal([['assigned', undefined]])
    expect(await heldSenders()).to.deep.equal([])
  })

  it("of an author who has only a vendor's id suppresses the id, and the number once it is known", async () => {
    await write({ text: 'STOP', from: undefined, userId: 'US.1349' })
    expect(await suppressionsOf(asha), 'the id').to.deep.equal(['opt_out all'])
    expect(await isSuppressed(asha, ASHA)).to.equal(false)
    expect(await heldSenders()).to.deep.equal(['ASHAST'])
    const { providerAccountId } = asha.providerAccount
    const identities = [{ providerAccountId, userId: 'US.1349', number: ASHA }]
    await right(incoming.record({ identities }))
    expect(await isSuppressed(asha, ASHA)).to.equal(true)
    await office.at.time.advance(3_000)
    await right(incoming.applyWaiting())
    expect((await listed()).map(({ state, task }) => [state, task])).to.deep.equal([['assigned', undefined]])
    expect(await heldSenders()).to.deep.equal([])
  })

  it("of an author whose number belongs to the vendor's id suppresses the number at once", async () => {
    const { providerAccountId } = asha.providerAccount
    const identity = { providerAccountId, userId: 'US.1349', number: ASHA }
    await right(incoming.record({ identities: [identity] }))
    await right(incoming.record({ identities: [{ ...identity, providerAccountId: fresh.id('pac') }] }))
    await write({ text: 'STOP', from: undefined, userId: 'US.1349' })
    expect(await isSuppressed(asha, ASHA)).to.equal(true)
    expect((await listed()).map(({ task }) => task)).to.deep.equal([undefined])
    await write({ text: 'STOP', from: undefined, userId: 'US.9' })
    expect((await listed({ task: 'unattributed' })).length, 'another id says nothing').to.equal(1)
  })

  it('of an unknown author is assigned to a person, and its sender is released', async () => {
    await write({ text: 'STOP', from: undefined })
    const [one] = await listed({ task: 'unattributed' })
    const body = { inboundId: one?.inboundId, organizationId: asha.organization.organizationId, reason }
    const unnamed = await office.at.refusedAbove(olga, 'assignInboundMessage', body)
    expect(brokenFields(unnamed)).to.deep.equal(['/to required'])
    const odd = await office.at.refusedAbove(olga, 'assignInboundMessage', { ...body, to: '12' })
    expect(brokenFields(odd)).to.deep.equal(['/to format'])
    const other = { ...body, organizationId: bran.organization.organizationId, to: ASHA }
    await right(office.at.storage.catalog.save({ ...recordsOf(bran), providerAccounts: [] }))
    expect(await office.at.refusedAbove(olga, 'assignInboundMessage', other)).to.deep.equal(CONFLICT)
    await office.at.doneAbove(olga, 'assignInboundMessage', { ...body, to: ASHA })
    expect(await isSuppressed(asha, ASHA)).to.equal(true)
    expect(await heldSenders()).to.deep.equal([])
    expect(await listed({ task: 'unattributed' })).to.deep.equal([])
  })

  it('of an unknown author can be dismissed with a reason, which releases its sender', async () => {
    await write({ text: 'STOP', from: undefined })
    const [one] = await listed({ task: 'unattributed' })
    const body = { inboundId: one?.inboundId, reason }
    expect(brokenFields(await office.at.refusedAbove(olga, 'dismissInboundMessage', { ...body, reason: '' }))).to.deep.equal(['/reason too_short']) // prettier-ignore
    const { message } = await office.at.doneAbove(olga, 'dismissInboundMessage', body)
    expect(message).not.to.have.property('task')
    expect(await heldSenders()).to.deep.equal([])
    expect(await office.at.refusedAbove(olga, 'dismissInboundMessage', body)).to.deep.equal(CONFLICT)
    for (const inboundId of strangeIds(office.at, 'inb'))
      expect(
        await office.at.refusedAbove(olga, 'dismissInboundMessage', { ...body, inboundId }),
      ).to.deep.equal(NOT_FOUND)
  })

  it('that is unclear changes nothing until a super admin decides', async () => {
    await write({ text: "please don't stop texting me", isUnclear: true, consentChange: undefined })
    const [one] = await listed({ task: 'unclear' })
    expect(one).to.deep.include({ state: 'assigned', task: 'unclear' })
    expect([await suppressionsOf(asha), await heldSenders()]).to.deep.equal([[], []])
    const body = { inboundId: one?.inboundId, organizationId: asha.organization.organizationId, reason }
    expect(await office.at.refusedAbove(olga, 'assignInboundMessage', body)).to.deep.equal(CONFLICT)
    const { message } = await office.at.doneAbove(olga, 'assignInboundMessage', {
      ...body,
      optOut: 'promotional',
    })
    expect(message).to.deep.include({ wants: 'stop', scope: 'promotional' })
    expect(await suppressionsOf(asha)).to.deep.equal(['opt_out promotional'])
    expect(await listed({ task: 'unclear' })).to.deep.equal([])
  })

  it('is found by the sweep if no process applied it', async () => {
    const { providerAccountId } = asha.providerAccount
    const message = {
      ...anInboundMessage({ providerAccountId, to: 'ASHAST', text: 'STOP', ...readConsent('STOP') }),
    }
    const { nowMs } = office.at.clock
    const waiting = {
      inboundId: fresh.id('inb'),
      receivedAtMs: nowMs(),
      organizationId: undefined,
      state: 'pending',
      task: undefined,
      missingParts: undefined,
    } as const
    await right(
      office.at.storage.receipts.store({
        receipts: [],
        inbound: [{ ...message, ...waiting }],
        templates: [],
        parts: [],
        unreadable: [],
      }),
    )
    expect(await right(incoming.applyWaiting()), 'somebody may be at it').to.equal(0)
    await office.at.time.advance(2_001)
    expect(await right(incoming.applyWaiting())).to.equal(1)
    expect(await suppressionsOf(asha)).to.deep.equal(['opt_out all'])
  })

  it('to an unknown sender waits for a super admin', async () => {
    await write({ to: 'BRANST', text: 'STOP' })
    expect((await listed()).map(({ state }) => state)).to.deep.equal(['unassigned'])
  })

  it('is kept for 90 days', async () => {
    const { organizationId } = asha.organization
    const kept = async () => {
      const page = { organizationId, state: undefined, task: undefined, before: undefined, limit: 9 }
      return (await right(office.at.storage.inbound.list(page))).value.length
    }
    await write({})
    await office.at.time.advance(90 * DAY_MS - 1)
    await right(purgeInbound(office.at)(100))
    expect(await kept()).to.equal(1)
    await office.at.time.advance(1)
    await right(purgeInbound(office.at)(100))
    expect(await kept()).to.equal(0)
  })

  it('is assigned if Organization and message exist, with a reason', async () => {
    await write({ to: 'BRANST' })
    const [one] = await listed()
    const body = { inboundId: one?.inboundId, organizationId: asha.organization.organizationId, reason }
    for (const inboundId of strangeIds(office.at, 'inb'))
      expect(
        await office.at.refusedAbove(olga, 'assignInboundMessage', { ...body, inboundId }),
      ).to.deep.equal(NOT_FOUND)
    for (const organizationId of strangeIds(office.at, 'org'))
      expect(
        await office.at.refusedAbove(olga, 'assignInboundMessage', { ...body, organizationId }),
      ).to.deep.equal(NOT_FOUND)
    expect(
      brokenFields(await office.at.refusedAbove(olga, 'assignInboundMessage', { ...body, reason: '' })),
    ).to.deep.equal(['/reason too_short'])
  })
})
