import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { MOST_FAILURES } from '@postrider/core/providers/domain/calls/dead-letter'
import type { OperationName } from '@postrider/core/assembly/registry'
import { ROLE_PERMISSIONS, ROLES } from '@postrider/core/identity/domain/people/roles'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { rollUpFlow } from '@postrider/core/platform/use-cases/flow/keep-flow'
import { indexRecipients } from '@postrider/core/messaging/use-cases/search/index-recipients'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid, credit } from '@postrider/conformance/storage/messaging/accepting'
import { numberAll } from '@postrider/conformance/storage/feed/following'
import { endMessages } from '@postrider/conformance/storage/messaging/settling'
import { join, type Person } from '../../../runner/use-cases/a-firm.js'
import {
  aReconciliationScene,
  type ReconciliationScene,
  SEALED,
} from '../../../runner/use-cases/a-reconciliation-scene.js'
import { useOffice } from '../../../assembly/an-office.js'

const TO = '+919876543210'

describe("An Organization's messages at the website", () => {
  const office = useOffice()
  let scene: ReconciliationScene
  let asha: Person
  let here: { readonly organizationId: string }

  beforeEach(async () => {
    scene = await aReconciliationScene(office.at)
    here = { organizationId: scene.tenant.scope.organizationId }
    asha = await join(office.at, scene.tenant.scope.organizationId, 'developer')
  })
  afterEach(() => scene.close())

  const traced = ({ messageId }: Message) =>
    office.at.doneAtWebsite(asha, 'getOrganizationMessageTrace', { ...here, messageId })
  const refused = async (person: Person, name: OperationName, body: object) =>
    (await office.at.refusedAtWebsite(person, name, body))._tag

  it('show no providers: what each waits for, its events and its money', async () => {
    const message = await scene.accept()
    const waiting = await traced(message)
    expect(waiting.waits).to.include({ waitsFor: 'carrier', since: waiting.message.acceptedAt })
    expect(waiting.waits?.latestEnd).to.include({ state: 'EXPIRED', isReleased: true })
    const providerMessageId = 'THE-CARRIERS-OWN'
    scene.provider.answer({ _tag: 'Accepted', providerMessageIds: [providerMessageId] })
    await scene.dispatch(message)
    expect((await traced(message)).waits).to.deep.include({ waitsFor: 'report' })
    await scene.report({ providerMessageId, status: 'undelivered', failureCode: 'recipient_invalid' })
    const ended = await traced(message)
    expect(ended).to.not.have.property('waits')
    expect(ended.failure).to.include({ owner: 'sender' })
    const steps = ended.timeline.map(({ kind, state, entryType }) => state ?? entryType ?? kind)
    expect(steps).to.include.members(['reservation', 'settlement'])
    expect(
      ended.timeline.filter(({ kind }) => kind !== 'ledger').map(({ kind, state }) => state ?? kind),
    ).to.deep.equal(['ACCEPTED', 'attempt_begun', 'SUBMITTED', 'UNDELIVERED', 'UNDELIVERED'])
    const { providerAccountId, name } = scene.tenant.providerAccount
    for (const secret of [providerMessageId, providerAccountId, name])
      expect(JSON.stringify(ended)).to.not.contain(secret)
  })

  it('wait for support after too many failures, without the name of the person who checks them', async () => {
    scene.loseKey(true)
    const message = await scene.accept({
      variables: { name: 'Asha', code: '******' },
      sealedVariables: SEALED,
    })
    for (let failures = 0; failures < MOST_FAILURES; failures += 1) {
      await scene.dispatch(message)
      await office.at.time.advance(5 * MINUTE_MS)
    }
    const operator = await office.at.operator(['admin.messages'])
    const reason = 'They asked on the telephone.'
    await office.at.doneAbove(operator, 'revealRecipient', { messageId: message.messageId, reason })
    const { timeline, waits } = await traced(message)
    expect(waits?.waitsFor).to.equal('support')
    expect(timeline.map(({ kind }) => kind))
      .to.include('held_up')
      .and.to.not.include('decision')
    expect(JSON.stringify(timeline)).to.not.contain(reason)
  })

  it('are found by number, reference or identifier, without those of others to the same recipient', async () => {
    const sent: string[] = []
    for (const clientReference of ['order-1', 'order-2', 'order-1'])
      sent.unshift((await scene.accept({ to: TO, clientReference })).messageId)
    const { organizationId, app } = office.at.other
    const theirs = { organizationId, appId: app.appId, to: TO, clientReference: 'order-1' }
    const { messageId: another } = (await acceptPaid(office.at.storage, theirs)).message
    await numberAll(office.at.storage)
    while ((await right(indexRecipients(office.at)(20))).isMore);
    const find = (body: object) =>
      office.at.doneAtWebsite(asha, 'findOrganizationMessages', { ...here, ...body })
    const idsBy = async (body: object) => (await find(body)).found.map(({ message }) => message.messageId)
    const byNumber = await find({ text: '+91 98765-43210', limit: 2 })
    expect(byNumber.takenFor).to.deep.equal(['recipient', 'clientReference'])
    expect(byNumber.found.map(({ message }) => message.messageId)).to.deep.equal(sent.slice(0, 2))
    expect(await idsBy({ text: '+91 98765-43210', limit: 2, cursor: byNumber.nextCursor })).to.deep.equal(
      sent.slice(2),
    )
    expect(JSON.stringify(byNumber)).to.not.contain('987654')
    expect(await idsBy({ text: 'order-1' })).to.deep.equal([sent[0], sent[2]])
    expect(await idsBy({ text: 'order-1', state: 'DELIVERED' })).to.deep.equal([])
    expect(await idsBy({ text: sent[1] })).to.deep.equal([sent[1]])
    expect(await idsBy({ text: another })).to.deep.equal([])
    const history = (body: object) =>
      office.at.doneAtWebsite(asha, 'listCustomerMessageHistory', { ...here, ...body })
    expect((await history({ environment: 'production' })).messages).to.deep.equal([])
    expect((await history({ environment: 'test' })).messages).to.have.length(3)
    expect((await history({ failureCode: 'cancelled' })).messages).to.deep.equal([])
  })

  it("that didn't arrive are counted by cause, with advice for each", async () => {
    await office.at.time.advance(Date.now() - NOW_MS)
    const ids: Message['messageId'][] = []
    for (let sent = 0; sent < 3; sent += 1) ids.push((await scene.accept()).messageId)
    const { organizationId, app } = office.at.other
    const theirs = (await acceptPaid(office.at.storage, { organizationId, appId: app.appId })).message
    const endedAtMs = office.at.clock.nowMs() + 60_000
    await right(endMessages(office.at.storage, [...ids.slice(1), theirs.messageId], 'release', endedAtMs))
    await numberAll(office.at.storage)
    while ((await right(rollUpFlow(office.at)(500))) > 0);
    const count = (body: object) =>
      office.at.doneAtWebsite(asha, 'getOrganizationFailures', { ...here, period: 'day', ...body })
    const { accepted, delivered, failed, causes } = await count({})
    expect([accepted, delivered, failed]).to.deep.equal([3, 0, 2])
    expect(causes[0]).to.deep.include({
      failureCode: 'validity_expired',
      count: 2,
      channels: [{ channel: 'sms', count: 2 }],
      owner: 'platform',
    })
    expect(causes[0]?.advice).to.be.a('string')
    expect((await count({ channel: 'email' })).causes).to.deep.equal([])
    expect(await count({ environment: 'test' })).to.deep.include({ accepted: 3, failed: 2, isComplete: true })
    expect(await count({ environment: 'production' })).to.deep.include({ accepted: 0, failed: 0, causes: [] })
    const range = { from: office.at.clock.nowMs() - DAY_MS, to: office.at.clock.nowMs() + DAY_MS }
    const outcomes = (body: object) =>
      office.at.doneAtWebsite(asha, 'getDeliveryOutcomes', { ...here, ...range, ...body })
    const byDay = await outcomes({})
    expect(byDay.steps.map(({ delivered: own, expired, causes: why }) => [own, expired, why])).to.deep.equal([
      [0, 2, [{ failureCode: 'validity_expired', count: 2 }]],
    ])
    const { templateId } = scene.tenant.template
    expect(byDay.templates.map((one) => [one.templateId, one.expired])).to.deep.equal([[templateId, 2]])
    expect(byDay.causes).to.deep.equal(causes)
    expect((await outcomes({ step: 'hour', environment: 'test' })).steps[0]?.expired).to.equal(2)
    expect((await outcomes({ environment: 'production' })).steps).to.deep.equal([])
    const tooLong = { ...here, ...range, to: range.from + 101 * DAY_MS }
    expect(await refused(asha, 'getDeliveryOutcomes', tooLong)).to.equal('InvalidRequest')
    const tooManyHours = { ...here, ...range, step: 'hour', to: range.from + 49 * HOUR_MS }
    expect(await refused(asha, 'getDeliveryOutcomes', tooManyHours)).to.equal('InvalidRequest')
  })

  it('can be tried without sending: price, segments, and what prevents them, by field', async () => {
    const tenant = aTenant()
    await right(office.at.storage.catalog.save(recordsOf(tenant)))
    await credit(office.at.storage, tenant.accountKey, 30)
    const { organizationId, appId } = tenant.app
    const developer = await join(office.at, organizationId, 'developer')
    const body = {
      organizationId,
      appId,
      channel: 'sms',
      to: TO,
      templateId: tenant.template.templateId,
      variables: { name: 'Asha', code: '0042' },
    }
    const tried = (changes: object = {}) =>
      office.at.doneAtWebsite(developer, 'previewMessage', { ...body, ...changes })
    const fine = await tried()
    expect(fine).to.deep.include({ verdict: 'acceptable', segments: 1, encoding: 'gsm7' })
    expect(fine.availableAfterMinor).to.equal(30 - (fine.estimatedCharge?.amountMinor ?? 0))
    expect(fine.rendered).to.contain('••••').and.to.not.contain('0042')
    const wanting = await tried({ variables: { name: 'Asha' } })
    expect(wanting.refusal).to.deep.include({ code: 'invalid_request' })
    expect(wanting.refusal?.fieldErrors.map(({ field, code }) => [field, code])).to.deep.equal([
      ['/variables/code', 'required'],
    ])
    expect((await tried({ templateId: fresh.id('tpl') })).refusal).to.include({
      code: 'template_unavailable',
    })
    expect((await tried()).availableAfterMinor, 'nothing was reserved').to.equal(fine.availableAfterMinor)
    expect(await refused(developer, 'previewMessage', { ...body, to: '98765' })).to.equal('InvalidRequest')
    const foreign = { ...body, appId: office.at.app.appId }
    expect(await refused(developer, 'previewMessage', foreign)).to.equal('NotFound')
  })

  it('are for members with the permission, and hidden from other Organizations', async () => {
    const { messageId } = await scene.accept()
    const { appId } = scene.tenant.scope
    const { templateId } = scene.tenant.template
    const bodies = {
      findOrganizationMessages: { ...here, text: messageId },
      getOrganizationMessageTrace: { ...here, messageId },
      getOrganizationFailures: { ...here, period: 'week' },
      getDeliveryOutcomes: { ...here, from: NOW_MS, to: NOW_MS + 1 },
      previewMessage: { ...here, appId, templateId, channel: 'sms', to: TO, variables: {} },
      listReceivedMessages: here,
      listOrganizationSuppressions: here,
      listOrganizationConsents: here,
    } as const
    for (const [name, body] of Object.entries(bodies) as ReadonlyArray<[keyof typeof bodies, object]>) {
      for (const role of ROLES) {
        const member = await join(office.at, scene.tenant.scope.organizationId, role)
        const may = (ROLE_PERMISSIONS[role] as readonly string[]).includes(OPERATIONS[name].permission)
        if (may) await office.at.doneAtWebsite(member, name, body)
        else expect(await refused(member, name, body), `${name} ${role}`).to.equal('PermissionDenied')
      }
      expect(await refused(office.at.owner, name, body), name).to.equal('NotFound')
    }
    const mine = { organizationId: office.at.organizationId, messageId }
    expect(await refused(office.at.owner, 'getOrganizationMessageTrace', mine)).to.equal('NotFound')
    expect(await refused(asha, 'getMessageTrace', { messageId })).to.equal('NotFound')
  })
})
