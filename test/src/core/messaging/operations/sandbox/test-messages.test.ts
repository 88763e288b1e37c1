import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import {
  type TestDelivery,
  TEST_MESSAGE_KEPT_MS,
  TEST_MESSAGES_A_SECOND,
} from '@postrider/core/providers/domain/test-message'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { purgeTestMessages } from '@postrider/core/messaging/use-cases/test-messages/purge-test-messages'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { join, type Person } from '../../../runner/use-cases/a-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { eventsLeft } from '../../../../builders/events-left.js'

const TO = '+447400123456'

describe('The test telephone', () => {
  const office = useOffice()
  let tenant: Tenant
  let asha: Person
  let incoming: ReturnType<typeof recordReceipts>

  beforeEach(async () => {
    tenant = aTenant()
    await right(office.at.storage.catalog.save(recordsOf(tenant)))
    asha = await join(office.at, tenant.scope.organizationId, 'owner')
    incoming = recordReceipts(office.at, recordReports(office.at))
  })

  const here = () => ({ organizationId: tenant.scope.organizationId, appId: tenant.scope.appId })
  const accept = async (overrides: Partial<Message> = {}): Promise<Message> =>
    (
      await acceptPaid(office.at.storage, {
        ...tenant.scope,
        to: TO,
        acceptedAtMs: office.at.clock.nowMs(),
        ...overrides,
      })
    ).message
  const deliveryOf = ({ messageId, to }: Message, text = 'Your code is 424242.'): TestDelivery => ({
    messageId,
    providerAccountId: tenant.providerAccount.providerAccountId,
    providerMessageId: `sbx-${messageId}`,
    channel: 'sms',
    to,
    from: 'ACME',
    subject: undefined,
    text,
    otp: '424242',
    deliveredAtMs: office.at.clock.nowMs(),
  })
  const deliver = async (...delivered: readonly TestDelivery[]): Promise<void> => {
    await right(incoming.record({ delivered }))
    await incoming.idle()
  }
  const shown = async (body: object = {}, person: Person = asha) =>
    (await office.at.doneAtWebsite(person, 'listTestMessages', { ...here(), ...body })).messages
  const reply = (messageId: string, text: string) =>
    office.at.doneAtWebsite(asha, 'replyToTestMessage', {
      organizationId: here().organizationId,
      messageId,
      text,
    })

  it('shows delivered messages with their passcodes, for one recipient', async () => {
    const [first, second] = [await accept(), await accept({ to: '+447400654321' })]
    await deliver(deliveryOf(first), deliveryOf(second, 'Hello'))
    const [newest, oldest] = await shown()
    expect([newest?.messageId, oldest?.messageId]).to.deep.equal([second.messageId, first.messageId])
    expect(oldest).to.include({ to: TO, from: 'ACME', text: 'Your code is 424242.', otp: '424242' })
    expect((await shown({ to: TO })).map(({ messageId }) => messageId)).to.deep.equal([first.messageId])
  })

  it('keeps passcodes sealed', async () => {
    const message = await accept()
    await deliver(deliveryOf(message))
    const stored = await right(office.at.storage.testMessages.get(tenant.scope, message.messageId))
    expect(JSON.stringify(stored)).to.not.contain('424242')
  })

  it('shows nothing of production or of others', async () => {
    const own = await accept()
    const production = await accept({ environment: 'production' })
    await deliver(deliveryOf(own), deliveryOf(production))
    expect((await shown()).map(({ messageId }) => messageId)).to.deep.equal([own.messageId])
    const stranger = aTenant()
    await right(office.at.storage.catalog.save(recordsOf(stranger)))
    const bran = await join(office.at, stranger.scope.organizationId, 'owner')
    const foreign = { organizationId: stranger.scope.organizationId }
    const request = { ...foreign, appId: tenant.scope.appId }
    expect((await office.at.doneAtWebsite(bran, 'listTestMessages', request)).messages).to.deep.equal([])
    const order = { ...foreign, messageId: own.messageId, text: 'STOP' }
    expect(await office.at.refusedAtWebsite(bran, 'replyToTestMessage', order)).to.include({
      _tag: 'NotFound',
    })
    const developer = await join(office.at, tenant.scope.organizationId, 'billing')
    expect(await office.at.refusedAtWebsite(developer, 'listTestMessages', here())).to.include({
      _tag: 'PermissionDenied',
    })
  })

  it('accepts STOP and START like reports of a provider', async () => {
    const { messageId } = await accept()
    await deliver(deliveryOf({ messageId, to: TO } as Message))
    const { organizationId } = here()
    const suppressed = async () =>
      (await office.at.doneAtWebsite(asha, 'listOrganizationSuppressions', { organizationId })).suppressions
    expect(await reply(messageId, 'Thanks!')).to.include({ suppressed: false, unsuppressed: false })
    expect(await suppressed()).to.deep.equal([])
    expect(await reply(messageId, ' stop ')).to.include({ suppressed: true })
    expect(await suppressed()).to.have.lengthOf(1)
    const received = await office.at.doneAtWebsite(asha, 'listReceivedMessages', { organizationId })
    expect(received.messages.map(({ text, wants, to }) => [text, wants, to])).to.deep.equal([
      [' stop ', 'stop', 'ACME'],
      ['Thanks!', undefined, 'ACME'],
    ])
    await office.at.time.advance(1)
    expect(await reply(messageId, 'START')).to.include({ unsuppressed: true })
    expect(await suppressed()).to.deep.equal([])
  })

  it('leaves replies with a keyword in a sentence to a person', async () => {
    const { messageId } = await accept()
    await deliver(deliveryOf({ messageId, to: TO } as Message))
    for (const text of ['Please don’t stop', 'Thanks!']) await reply(messageId, text)
    const { organizationId } = here()
    const query = { organizationId, state: undefined, task: 'unclear', before: undefined, limit: 9 } as const
    const unclear = (await right(office.at.storage.inbound.list(query))).value
    expect(unclear.map(({ text }) => text)).to.deep.equal(['Please don’t stop'])
  })

  it('leaves the events of a reply for the app of the message', async () => {
    const { messageId } = await accept()
    await deliver(deliveryOf({ messageId, to: TO } as Message))
    const before = (await eventsLeft(office.at.storage)).length
    await reply(messageId, 'STOP')
    const left = (await eventsLeft(office.at.storage)).slice(before)
    expect(left.map(({ type, appId }) => [type, appId])).to.deep.equal([
      ['message.received', here().appId],
      ['consent.opted_out', undefined],
    ])
    expect(left[0]?.data).to.include({ to: 'ACME', wants: 'stop' })
  })

  it('keeps at most 100 per second, the newest of a call', async () => {
    const messages: Message[] = []
    for (let count = 0; count < 3; count += 1) messages.push(await accept())
    const unknown = Array.from({ length: TEST_MESSAGES_A_SECOND - 2 }, () => ({
      ...deliveryOf(messages[0] as Message),
      messageId: fresh.id('msg'),
    }))
    await deliver(...messages.map((one) => deliveryOf(one)).slice(0, 1), ...unknown)
    await deliver(...messages.map((one) => deliveryOf(one)).slice(1))
    expect((await shown()).map(({ messageId }) => messageId)).to.deep.equal(
      [messages[2], messages[0]].map((one) => one?.messageId),
    )
  })

  it('deletes them after a day', async () => {
    await deliver(deliveryOf(await accept()))
    await office.at.time.advance(TEST_MESSAGE_KEPT_MS + 1)
    expect(await right(purgeTestMessages(office.at)(10))).to.be.greaterThan(0)
    expect(
      await right(
        office.at.storage.testMessages.list({
          scope: tenant.scope,
          to: undefined,
          before: undefined,
          limit: 9,
        }),
      ),
    ).to.have.deep.property('value', [])
  })
})
