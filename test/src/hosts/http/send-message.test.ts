import { expect } from 'chai'
import { creditAccount } from '../../builders/credit-account.js'
import { right } from '@postrider/conformance/outcome'
import { aSend, aSendBody, freshKey, sendHeaders } from './a-send.js'
import { describeSending } from './describe-sending.js'
import type { HttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { PRICE_MINOR } from './test-tenant.js'

describeSending('POST /v1/messages', (open) => {
  let http: HttpFixture
  before(async () => {
    http = await open()
  })
  after(() => http.close())

  for (const channel of ['sms', 'whatsapp', 'email'] as const) {
    it(`accepts a message over ${channel} with 202, its charge and its identity`, async () => {
      const before = await http.written()
      const body = JSON.stringify(aSendBody(http.mine, { clientReference: 'order-1' }, channel))
      const reply = await http.call('POST', '/v1/messages', { headers: sendHeaders(http.mine), body })
      expect(reply.status).to.equal(202)
      expect(valueIn(reply, 'state')).to.equal('ACCEPTED')
      expect(valueIn(reply, 'estimatedCharge')).to.include({
        amountMinor: PRICE_MINOR,
        currency: 'INR',
        status: 'provisional',
      })
      expect(reply.headers).not.to.have.property('idempotency-replayed')
      const after = await http.written()
      expect(after).to.deep.equal({ messages: before.messages + 1, events: before.events + 1, violations: 0 })
    })
  }

  it('accepts a display name for an email, a charset of utf-8, and the scheme in any case', async () => {
    const body = JSON.stringify(aSendBody(http.mine, { recipientName: 'Asha Rao' }, 'email'))
    const reply = await http.call('POST', '/v1/messages', {
      headers: sendHeaders(http.mine, {
        'Content-Type': 'Application/JSON; Charset="UTF-8"',
        Authorization: `bEARER ${http.mine.bearer}`,
        'Content-Encoding': 'identity',
      }),
      body,
    })
    expect(reply.status).to.equal(202)
  })

  it('accepts the largest request that its fields allow, written in escapes', async () => {
    const note = '\\u0905'.repeat(500)
    const body = JSON.stringify(aSendBody(http.mine, { variables: { name: 'Asha', note: 'NOTE' } })).replace(
      'NOTE',
      note,
    )
    const reply = await http.call('POST', '/v1/messages', { headers: sendHeaders(http.mine), body })
    expect(reply.status).to.equal(202)
  })

  describe('under a used key', () => {
    it('replays the original with a new request id and the header, and writes nothing', async () => {
      const send = aSend(http.mine)
      const first = await http.call('POST', '/v1/messages', send)
      await expectNothingWritten(http, async () => {
        const headers = { ...send.headers, 'X-Request-Id': 'replay-1' }
        const second = await http.call('POST', '/v1/messages', { ...send, headers })
        expect(second.status).to.equal(202)
        expect(second.headers['idempotency-replayed']).to.equal('true')
        expect(second.body).to.deep.equal({ ...(first.body as object), requestId: 'replay-1' })
      })
    })

    it('replays regardless of later changes, such as missing money or a paused template', async () => {
      const poor = await http.openTenant(PRICE_MINOR)
      const send = aSend(poor)
      const first = await http.call('POST', '/v1/messages', send)
      expect(first.status).to.equal(202)
      expectRefusal(await http.call('POST', '/v1/messages', aSend(poor)), 'insufficient_balance')
      await right(http.storage.catalog.save({ templates: [{ ...poor.template.sms, status: 'paused' }] }))
      expectRefusal(await http.call('POST', '/v1/messages', aSend(poor)), 'template_unavailable')

      const replayed = await http.call('POST', '/v1/messages', send)
      expect(replayed.status).to.equal(202)
      expect(replayed.headers['idempotency-replayed']).to.equal('true')
      expect(valueIn(replayed, 'messageId')).to.equal(valueIn(first, 'messageId'))
      expect(valueIn(replayed, 'estimatedCharge')).to.deep.equal(valueIn(first, 'estimatedCharge'))
    })

    it('rejects other content as idempotency_conflict', async () => {
      const key = { 'Idempotency-Key': freshKey() }
      expect((await http.call('POST', '/v1/messages', aSend(http.mine, {}, key))).status).to.equal(202)
      await expectNothingWritten(http, async () => {
        const changed = aSend(http.mine, { clientReference: 'another' }, key)
        expectRefusal(await http.call('POST', '/v1/messages', changed), 'idempotency_conflict')
      })
    })

    it('creates one message for many concurrent requests', async () => {
      const send = aSend(http.mine)
      const replies = await Promise.all(
        Array.from({ length: 16 }, () => http.call('POST', '/v1/messages', send)),
      )
      expect(new Set(replies.map((reply) => valueIn(reply, 'messageId')))).to.have.lengthOf(1)
      expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).to.have.lengthOf(
        1,
      )
    })

    it('ignores the keys of other tenants', async () => {
      const key = { 'Idempotency-Key': freshKey() }
      const mine = await http.call('POST', '/v1/messages', aSend(http.mine, {}, key))
      const other = await http.call('POST', '/v1/messages', aSend(http.other, {}, key))
      expect(other.status).to.equal(202)
      expect(valueIn(other, 'messageId')).not.to.equal(valueIn(mine, 'messageId'))
    })

    it('accepts a request after a refused one', async () => {
      const tenant = await http.openTenant(0)
      const send = aSend(tenant)
      expectRefusal(await http.call('POST', '/v1/messages', send), 'insufficient_balance')
      const { organizationId } = tenant.organization
      await right(creditAccount(http.ports)({ organizationId, environment: 'test', currency: 'INR' }, 100))
      const reply = await http.call('POST', '/v1/messages', send)
      expect(reply.status).to.equal(202)
      expect(reply.headers).not.to.have.property('idempotency-replayed')
    })
  })
})
