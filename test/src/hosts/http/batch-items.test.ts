import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { ERRORS } from '@postrider/contracts/errors/error-registry'
import { expect } from 'chai'
import { creditAccount } from '../../builders/credit-account.js'
import { right } from '@postrider/conformance/outcome'
import { aBatch, aLegacyItem, type Item, itemsIn, messageIdsIn, spell } from './a-batch.js'
import { aSendBody, freshKey, reader, sendHeaders } from './a-send.js'
import { describeSending } from './describe-sending.js'
import type { HttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, PRICE_MINOR, type TestTenant } from './test-tenant.js'
import { saveBudget } from '../../builders/save-budget.js'
import { suppressed } from '../../builders/suppressed.js'

const order = { actor: { kind: 'operator' as const, id: 'test' }, reason: 'for the test' }

/** The sender, and the items that are rejected. */
interface Situation {
  readonly tenant: TestTenant
  readonly as?: { readonly bearer: string }
  readonly rejected: (tenant: TestTenant) => Item
}

const situations: ReadonlyArray<
  readonly [title: string, code: ErrorCode, set: (http: HttpFixture) => Promise<Situation>]
> = [
  [
    'for a channel that the credential lacks',
    'channel_not_granted',
    async (http) => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      const as = await tenant.issue({ channels: ['sms'] })
      return { tenant, as, rejected: (of) => aSendBody(of, {}, 'email') }
    },
  ],
  [
    'for a channel that is not open',
    'channel_not_active',
    async (http) => {
      const tenant = await http.openTenant(CREDIT_MINOR, { environment: 'production', configured: ['sms'] })
      return { tenant, rejected: (of) => aSendBody(of, {}, 'email') }
    },
  ],
  [
    'to a country that the app may not send to',
    'destination_not_allowed',
    async (http) => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      const restrictions = { allowedCountries: ['IN'] }
      await right(http.storage.catalog.save({ apps: [{ ...tenant.app, restrictions }] }))
      return { tenant, rejected: (of) => aSendBody(of, { to: '+447400123456' }) }
    },
  ],
  [
    'to a suppressed recipient',
    'destination_not_allowed',
    async (http) => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      const to = '+919876543299'
      const { organizationId } = tenant.organization
      await suppressed(http.ports, organizationId, to)
      return { tenant, rejected: (of) => aSendBody(of, { to }) }
    },
  ],
  [
    'beyond a budget',
    'budget_exceeded',
    async (http) => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      const { organizationId } = tenant.organization
      const limitMinor = 2 * PRICE_MINOR - 1
      const budget = { scope: {}, period: 'day' as const, currency: 'INR', action: 'block' as const }
      await right(saveBudget(http.ports)({ ...order, ...budget, organizationId, limitMinor }))
      return { tenant, rejected: (of) => aSendBody(of) }
    },
  ],
  [
    'beyond the balance',
    'insufficient_balance',
    async (http) => ({
      tenant: await http.openTenant(2 * PRICE_MINOR - 1),
      rejected: (of) => aSendBody(of),
    }),
  ],
]

describeSending('The items of a batch', (open) => {
  let http: HttpFixture
  before(async () => {
    http = await open()
  })
  after(() => http.close())

  const send = (
    messages: readonly unknown[],
    key = freshKey(),
    as: { readonly bearer: string } = http.mine,
  ) => http.call('POST', '/v1/messages/batch', aBatch(as, messages, key))

  for (const [title, code, set] of situations)
    it(`are rejected individually if one is ${title}: ${code}`, async () => {
      const { tenant, as = tenant, rejected } = await set(http)
      const before = await http.written()
      const reply = await send([aSendBody(tenant), rejected(tenant)], freshKey(), as)
      expect(reply.status).to.equal(207)
      expect(reply.body).to.include({ accepted: 1, replayed: 0, rejected: 1 })
      const [accepted, refused] = itemsIn(reply)
      expect(accepted).to.include({ index: 0, status: 'accepted', state: 'ACCEPTED' })
      expect(refused).to.have.all.keys('index', 'channel', 'status', 'error')
      expect(refused).to.include({ index: 1, status: 'rejected' })
      const { retryable } = ERRORS[code]
      expect(refused?.['error']).to.deep.include({ code, retryable, fieldErrors: [] })
      const after = await http.written()
      expect(after).to.deep.equal({ messages: before.messages + 1, events: before.events + 1, violations: 0 })
    })

  it('write nothing and use no key if all are rejected', async () => {
    const poor = await http.openTenant(PRICE_MINOR - 1)
    const key = freshKey()
    await expectNothingWritten(http, async () => {
      const reply = await send([aSendBody(poor), aSendBody(poor)], key, poor)
      expect(reply.status).to.equal(207)
      expect(reply.body).to.include({ accepted: 0, replayed: 0, rejected: 2 })
      expect(reply.headers).not.to.have.property('idempotency-replayed')
    })
    await right(
      creditAccount(http.ports)(
        { organizationId: poor.organization.organizationId, environment: 'test', currency: 'INR' },
        100,
      ),
    )
    const another = [aSendBody(poor, { clientReference: 'another' })]
    expect((await send(another, key, poor)).status).to.equal(202)
  })

  it('are accepted later under the same key, and the earlier ones are replayed', async () => {
    const poor = await http.openTenant(PRICE_MINOR * 2)
    const messages = [1, 2, 3].map((at) => aSendBody(poor, { clientReference: `order-${at}` }))
    const key = freshKey()
    const first = await send(messages, key, poor)
    expect(spell(first)).to.deep.equal(['sms accepted', 'sms accepted', 'sms rejected'])
    const { organizationId } = poor.organization
    await right(
      creditAccount(http.ports)({ organizationId, environment: 'test', currency: 'INR' }, PRICE_MINOR),
    )

    const second = await send(messages, key, poor)
    expect(second.status).to.equal(202)
    expect(spell(second)).to.deep.equal(['sms replayed', 'sms replayed', 'sms accepted'])
    expect(second.body).to.include({ accepted: 1, replayed: 2, rejected: 0 })
    expect(second.headers).not.to.have.property('idempotency-replayed')
    for (const name of ['messageId', 'acceptedAt', 'estimatedCharge'])
      expect(itemsIn(second)[0]?.[name]).to.deep.equal(itemsIn(first)[0]?.[name])

    await expectNothingWritten(http, async () => {
      const third = await send(messages, key, poor)
      expect(third.status).to.equal(202)
      expect(third.body).to.include({ accepted: 0, replayed: 3, rejected: 0 })
      expect(third.headers).to.have.property('idempotency-replayed', 'true')
      expect(messageIdsIn(third)).to.deep.equal(messageIdsIn(second))
    })
  })

  it('are replayed regardless of later changes, and rejected items are checked again', async () => {
    const tenant = await http.openTenant(PRICE_MINOR)
    const messages = [aSendBody(tenant), aSendBody(tenant)]
    const key = freshKey()
    const first = await send(messages, key, tenant)
    expect(spell(first)).to.deep.equal(['sms accepted', 'sms rejected'])
    const paused = { ...tenant.template.sms, status: 'paused' as const }
    await right(http.storage.catalog.save({ templates: [paused] }))
    const second = await send(messages, key, tenant)
    expect(second.status).to.equal(207)
    expect(spell(second)).to.deep.equal(['sms replayed', 'sms rejected'])
    expect(itemsIn(second)[1]?.['error']).to.include({ code: 'template_unavailable' })
    expectRefusal(await send(messages, freshKey(), tenant), 'template_unavailable')
  })

  it('conflict under a key that was used for other items or another order', async () => {
    const [one, other] = [aSendBody(http.mine), aSendBody(http.mine, {}, 'email')]
    const key = freshKey()
    expect((await send([one, other], key)).status).to.equal(202)
    await expectNothingWritten(http, async () => {
      for (const messages of [[other, one], [one], [one, other, one], [one, one]])
        expectRefusal(await send(messages, key), 'idempotency_conflict')
    })
  })

  it('are the same with and without aliases', async () => {
    const key = freshKey()
    const first = await send([aLegacyItem(http.mine, { t: { s: true, w: true, e: false } })], key)
    const second = await send([aSendBody(http.mine), aSendBody(http.mine, {}, 'whatsapp')], key)
    expect(spell(second)).to.deep.equal(['sms replayed', 'whatsapp replayed'])
    expect(messageIdsIn(second)).to.deep.equal(messageIdsIn(first))
    expect(second.headers).not.to.have.property('deprecation')
  })

  it("don't share keys with single sends and other apps", async () => {
    const key = freshKey()
    const single = await http.call('POST', '/v1/messages', {
      headers: sendHeaders(http.mine, { 'Idempotency-Key': key }),
      body: JSON.stringify(aSendBody(http.mine)),
    })
    const batch = await send([aSendBody(http.mine)], key)
    expect(spell(batch)).to.deep.equal(['sms accepted'])
    expect(messageIdsIn(batch)).not.to.include(valueIn(single, 'messageId'))
    expect(spell(await send([aSendBody(http.other)], key, http.other))).to.deep.equal(['sms accepted'])
  })

  it('are accepted once if equal batches arrive at the same time', async () => {
    const messages = [aSendBody(http.mine), aSendBody(http.mine)]
    const key = freshKey()
    const before = await http.written()
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(messages, key)))
    expect(new Set(replies.map((reply) => messageIdsIn(reply).join())).size).to.equal(1)
    expect(replies.filter((reply) => valueIn(reply, 'accepted') === 2)).to.have.length(1)
    expect((await http.written()).messages).to.equal(before.messages + 2)
  })

  it('conflict if different batches arrive at the same time under one key; one of them wins', async () => {
    const key = freshKey()
    const before = await http.written()
    const batches = Array.from({ length: 6 }, (_, at) => [
      aSendBody(http.mine, { clientReference: `b-${at}` }),
    ])
    const replies = await Promise.all(batches.map((messages) => send(messages, key)))
    expect(replies.filter(({ status }) => status === 202)).to.have.length(1)
    for (const reply of replies) if (reply.status !== 202) expectRefusal(reply, 'idempotency_conflict')
    expect((await http.written()).messages).to.equal(before.messages + 1)
  })

  it('are found by the key of their batch', async () => {
    const key = freshKey()
    const sent = await send([aSendBody(http.mine), aSendBody(http.mine)], key)
    const found = await http.call('GET', `/v1/messages?idempotencyKey=${key}`, reader(http.mine))
    const messages = valueIn(found, 'messages') as readonly Item[]
    expect(messages.map(({ messageId }) => messageId)).to.have.members(messageIdsIn(sent))
  })
})
