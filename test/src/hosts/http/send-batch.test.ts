import { expect } from 'chai'
import { right } from '../../conformance/outcome.js'
import { aSendBody, freshKey, sendHeaders } from './a-send.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { PRICE_MINOR, SENDER_ID, type TestTenant } from './test-tenant.js'

type Item = Readonly<Record<string, unknown>>

const aLegacyItem = (tenant: TestTenant, changes: Item = {}): Item => ({
  senderId: SENDER_ID,
  r: ['+919876543210'],
  t: { s: true },
  st: tenant.template.sms.templateId,
  wt: tenant.template.whatsapp.templateId,
  et: tenant.template.email.templateId,
  v: { name: 'Asha', note: 'Your order has left.' },
  ...changes,
})

const itemsIn = (reply: Reply): readonly Item[] => valueIn(reply, 'items') as readonly Item[]

const spell = (reply: Reply): readonly string[] =>
  itemsIn(reply).map((item) => `${String(item['channel'])} ${String(item['status'])}`)

describe('POST /v1/messages/batch', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const send = (
    messages: readonly unknown[],
    key = freshKey(),
    tenant: Pick<TestTenant, 'bearer'> = http.mine,
  ): Promise<Reply> => {
    const headers = {
      ...sendHeaders(http.mine, { 'Idempotency-Key': key }),
      Authorization: `Bearer ${tenant.bearer}`,
    }
    return http.call('POST', '/v1/messages/batch', { headers, body: JSON.stringify({ messages }) })
  }

  it('accepts canonical items together, each with its own identity and price', async () => {
    const before = await http.written()
    const reply = await send([aSendBody(http.mine), aSendBody(http.mine, {}, 'email')])
    expect(reply.status).to.equal(202)
    expect(spell(reply)).to.deep.equal(['sms accepted', 'email accepted'])
    expect(valueIn(reply, 'accepted')).to.equal(2)
    expect(reply.headers).not.to.have.property('deprecation')
    for (const item of itemsIn(reply))
      expect(item['estimatedCharge']).to.include({ amountMinor: PRICE_MINOR })
    const after = await http.written()
    expect(after).to.deep.equal({ messages: before.messages + 2, events: before.events + 2, violations: 0 })
  })

  it('expands legacy items by recipients, then SMS, WhatsApp, email, and says that they are deprecated', async () => {
    const two = aLegacyItem(http.mine, {
      r: ['+919876543210', '+919876543211'],
      t: { w: true, s: true, e: false },
    })
    const reply = await send([two, aSendBody(http.mine, {}, 'email')])
    expect(reply.status).to.equal(202)
    expect(spell(reply).map((one) => one.split(' ')[0])).to.deep.equal([
      'sms',
      'whatsapp',
      'sms',
      'whatsapp',
      'email',
    ])
    expect(reply.headers['deprecation']).to.match(/^@\d{10}$/)
    expect(reply.headers['link']).to.include('rel="deprecation"')
  })

  it('takes two equal items for two messages', async () => {
    const reply = await send([aSendBody(http.mine), aSendBody(http.mine)])
    const [one, other] = itemsIn(reply)
    expect(one?.['messageId']).not.to.equal(other?.['messageId'])
  })

  it('takes 50 messages and refuses 51, and none', async () => {
    const recipients = Array.from({ length: 25 }, (_, at) => `+9198765432${String(at + 10)}`)
    const fifty = aLegacyItem(http.mine, { r: recipients, t: { s: true, w: true } })
    expect((await send([fifty])).status).to.equal(202)
    await expectNothingWritten(http, async () => {
      expectRefusal(await send([fifty, aSendBody(http.mine)]), 'invalid_request', [
        ['body', '/messages', 'too_many'],
      ])
      expectRefusal(await send([aLegacyItem(http.mine, { r: [] })]), 'invalid_request', [
        ['body', '/messages', 'too_few'],
      ])
      expectRefusal(await send([aLegacyItem(http.mine, { t: {} })]), 'invalid_request', [
        ['body', '/messages', 'too_few'],
      ])
      expectRefusal(await send([]), 'invalid_request', [['body', '/messages', 'too_few']])
    })
  })

  it('fails as a whole for what is malformed in any item, and points into the body', async () => {
    await expectNothingWritten(http, async () => {
      const good = aSendBody(http.mine)
      expectRefusal(
        await send([
          good,
          aLegacyItem(http.mine, { r: ['+919876543210', 'asha@example.com'], t: { s: true, e: true } }),
        ]),
        'invalid_request',
        [
          ['body', '/messages/1/r/0', 'format'],
          ['body', '/messages/1/r/1', 'format'],
        ],
      )
      const { st: _, ...unaliased } = aLegacyItem(http.mine)
      expectRefusal(await send([good, unaliased]), 'invalid_request', [
        ['body', '/messages/1/st', 'required'],
      ])
      expectRefusal(await send([good, aLegacyItem(http.mine, { v: { name: 'Asha' } })]), 'invalid_request', [
        ['body', '/messages/1/v/note', 'required'],
      ])
      expectRefusal(
        await send([good, aSendBody(http.mine, { variables: { name: 'Asha', note: '', more: '' } })]),
        'invalid_request',
        [['body', '/messages/1/variables/more', 'unknown']],
      )
      expectRefusal(await send([{ ...good, r: ['+919876543210'] }]), 'invalid_request', [
        ['body', '/messages/0/r', 'unknown'],
      ])
    })
  })

  it('fails as a whole for a template, scope, sender or price that one item lacks', async () => {
    await expectNothingWritten(http, async () => {
      const good = aSendBody(http.mine)
      const { template, project } = http.other
      expectRefusal(
        await send([good, aSendBody(http.mine, { templateId: template.sms.templateId })]),
        'template_unavailable',
      )
      expectRefusal(
        await send([good, aSendBody(http.mine, { projectId: project.projectId })]),
        'scope_mismatch',
      )
      expectRefusal(
        await send([good, aLegacyItem(http.mine, { senderId: 'SOMEBODY' })]),
        'sender_unavailable',
      )
      expectRefusal(await send([good, aSendBody(http.mine, { to: '+447400123456' })]), 'price_unavailable')
    })
  })

  it('rejects alone what a channel or the balance forbids, and accepts it under the same key once it may be', async () => {
    const poor = await http.openTenant(PRICE_MINOR * 2)
    const messages = [1, 2, 3].map((at) => aSendBody(poor, { clientReference: `order-${at}` }))
    const key = freshKey()
    const first = await send(messages, key, poor)
    expect(first.status).to.equal(207)
    expect(spell(first)).to.deep.equal(['sms accepted', 'sms accepted', 'sms rejected'])
    expect(itemsIn(first)[2]?.['error']).to.include({ code: 'insufficient_balance', retryable: false })
    const { organizationId } = poor.organization
    await right(http.postrider.creditAccount({ organizationId, currency: 'INR' }, PRICE_MINOR))
    const second = await send(messages, key, poor)
    expect(second.status).to.equal(202)
    expect(spell(second)).to.deep.equal(['sms replayed', 'sms replayed', 'sms accepted'])
    const third = await send(messages, key, poor)
    expect(third.headers['idempotency-replayed']).to.equal('true')
    expect(itemsIn(third).map((item) => item['messageId'])).to.deep.equal(
      itemsIn(second).map((item) => item['messageId']),
    )
    expectRefusal(await send(messages.slice(0, 2), key, poor), 'idempotency_conflict')

    const smsOnly = await poor.issue({ channels: ['email'] })
    const mixed = await send([aSendBody(poor), aSendBody(poor, {}, 'email')], freshKey(), smsOnly)
    expect(itemsIn(mixed)[0]?.['error']).to.include({ code: 'channel_not_granted' })
  })

  it('accepts equal batches that come at once only once', async () => {
    const messages = [aSendBody(http.mine), aSendBody(http.mine)]
    const key = freshKey()
    const before = await http.written()
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(messages, key)))
    const ids = replies.map((reply) =>
      itemsIn(reply)
        .map((item) => item['messageId'])
        .join(),
    )
    expect(new Set(ids).size).to.equal(1)
    expect((await http.written()).messages).to.equal(before.messages + 2)
  })

  it('finds the messages of a batch by its key', async () => {
    const key = freshKey()
    const sent = await send([aSendBody(http.mine), aSendBody(http.mine)], key)
    const found = await http.call('GET', `/v1/messages?idempotencyKey=${key}`, {
      headers: { Authorization: `Bearer ${http.mine.bearer}` },
    })
    const messages = valueIn(found, 'messages') as readonly Item[]
    expect(messages.map((message) => message['messageId'])).to.have.members(
      itemsIn(sent).map((item) => item['messageId']),
    )
  })
})
