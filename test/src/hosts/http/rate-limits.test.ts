import { E } from '@postrider/core/fp'
import { createPostrider } from '@postrider/core/postrider'
import { expect } from 'chai'
import { aBatch } from './a-batch.js'
import { aSend, aSendBody, freshKey, reader, sendHeaders } from './a-send.js'
import { call, type Reply, type Sent } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, type TestTenant } from './test-tenant.js'

/** A bucket of 50 that hardly refills during a test. */
const slow = { perSecond: 0.001 }
const HELD = 50
const HELD_BY_ORGANIZATION = 80
const SLOW = {
  sends: slow,
  otp: slow,
  verifications: slow,
  reads: slow,
  organization: { ...slow, burst: HELD_BY_ORGANIZATION },
  control: slow,
  agent: slow,
}
const SECONDS_FOR_ONE = 1000

const times = (count: number, one: () => Promise<Reply>): Promise<readonly Reply[]> =>
  Promise.all(Array.from({ length: count }, one))

const withStatus = (replies: readonly Reply[], status: number): number =>
  replies.filter((reply) => reply.status === status).length

/** The remaining number in a response. */
const leftIn = ({ headers }: Reply): string | undefined => /;r=(\d+);/.exec(headers['ratelimit'] ?? '')?.[1]

describe('Rate limits over HTTP', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture({}, { rates: SLOW })
  })
  after(() => http.close())

  const aTenant = (): Promise<TestTenant> => http.openTenant(CREDIT_MINOR)
  const send = (sent: Sent): Promise<Reply> => http.call('POST', '/v1/messages', sent)
  const sendBatch = (tenant: TestTenant, messages: number): Promise<Reply> => {
    const batch = Array.from({ length: messages }, () => aSendBody(tenant))
    return http.call('POST', '/v1/messages/batch', aBatch(tenant, batch))
  }
  const sendOtp = (tenant: TestTenant, as: { readonly bearer: string } = tenant): Promise<Reply> => {
    const body = {
      channel: 'sms',
      to: '+919800000006',
      templateId: tenant.otpTemplate.templateId,
      otpVariable: 'code',
      variables: { name: 'Asha' },
    }
    return http.call('POST', '/v1/otp', { headers: sendHeaders(as), body: JSON.stringify(body) })
  }
  const verifyOtp = (as: { readonly bearer: string }): Promise<Reply> => {
    const body = JSON.stringify({ challengeId: 'otp_01k9x7c2v5n8q4r6t0w3y1z5bd', code: '123456' })
    return http.call('POST', '/v1/otp/verify', { headers: sendHeaders(as), body })
  }
  const readBalance = (as: { readonly bearer: string }): Promise<Reply> =>
    http.call('GET', '/v1/balances?currency=INR', reader(as))

  it('allow as many requests as the bucket holds, and refuse the rest without a trace', async () => {
    const tenant = await aTenant()
    const before = await http.written()
    const replies = await times(HELD + 10, () => send(aSend(tenant)))
    expect(withStatus(replies, 202)).to.equal(HELD)
    expect((await http.written()).messages).to.equal(before.messages + HELD)
    await expectNothingWritten(http, async () => {
      const refused = await send(aSend(tenant))
      expectRefusal(refused, 'too_many_requests', [])
      expect(valueIn(refused, 'retryable')).to.equal(true)
      expect(refused.headers['retry-after']).to.match(/^\d+$/)
      expect(Number(refused.headers['retry-after'])).to.be.within(SECONDS_FOR_ONE / 2, SECONDS_FOR_ONE)
    })
  })

  it('are included in every response to an authenticated caller', async () => {
    const tenant = await aTenant()
    const key = freshKey()
    const reads = await tenant.issue({ actions: ['messages.read'] })
    const bug = () => () => Promise.reject(new Error('a bug'))
    const outage = { _tag: 'StorageUnavailable' as const, cause: 'gone' }
    const { port } = await http.openHost({
      postrider: { ...http.postrider, acceptMessage: () => async () => E.left(outage), getBalance: bug },
    })
    const replies: Readonly<Record<number, Promise<Reply>>> = {
      200: readBalance(tenant),
      202: send(aSend(tenant, {}, { 'Idempotency-Key': key })),
      400: send({ headers: sendHeaders(tenant), body: '{}' }),
      403: send(aSend({ ...tenant, ...reads })),
      404: http.call('GET', '/v1/messages/msg_unknown', reader(tenant)),
      413: send({ headers: sendHeaders(tenant), body: 'x'.repeat(300_000) }),
      415: send(aSend(tenant, {}, { 'Content-Type': 'text/plain' })),
      500: call(port, 'GET', '/v1/balances?currency=INR', reader(tenant)),
      503: call(port, 'POST', '/v1/messages', aSend(tenant)),
    }
    await replies[202]
    const conflict = aSend(tenant, { clientReference: 'another' }, { 'Idempotency-Key': key })
    for (const [status, reply] of Object.entries({ ...replies, 409: send(conflict) })) {
      const { headers, status: answered } = await reply
      expect(answered).to.equal(Number(status))
      expect(headers['ratelimit-policy'], status).to.match(/^"(sends|reads)";q=50;w=50000$/)
      expect(headers['ratelimit'], status).to.match(/^"(sends|reads)";r=4\d;t=\d+$/)
    }
  })

  it('are omitted for unauthenticated callers and without a limit', async () => {
    const nobody = { bearer: http.ports.bearerSecrets.create('test').bearer }
    const unlimited = [
      await readBalance(nobody),
      await send({ headers: sendHeaders(nobody) }),
      await http.call('GET', '/v1/health'),
      await http.call('GET', '/v1/nothing', reader(http.mine)),
    ]
    expect(unlimited.map(({ status }) => status)).to.deep.equal([401, 401, 200, 404])
    for (const { headers } of unlimited)
      expect(headers).not.to.have.any.keys('ratelimit', 'ratelimit-policy', 'retry-after')
  })

  it('count a batch by its messages, and show the remaining number', async () => {
    const tenant = await aTenant()
    const first = await sendBatch(tenant, 30)
    expect(first.status).to.equal(202)
    expect(leftIn(first)).to.equal('20')
    await expectNothingWritten(http, async () => {
      const refused = await sendBatch(tenant, 21)
      expectRefusal(refused, 'too_many_requests')
      // The batch was counted as one call before its messages could be counted.
      expect(leftIn(refused)).to.equal('19')
      expect(Number(refused.headers['retry-after'])).to.be.within(1, SECONDS_FOR_ONE)
    })
    const last = await sendBatch(tenant, 19)
    expect(last.status).to.equal(202)
    expect(leftIn(last)).to.equal('0')
    expectRefusal(await sendBatch(tenant, 1), 'too_many_requests')
  })

  it('count a batch by its expanded messages, even if it is refused', async () => {
    const tenant = await aTenant()
    const items = Array.from({ length: 10 }, () => aSendBody(tenant, { to: '+447400123456' }))
    const refused = await http.call('POST', '/v1/messages/batch', aBatch(tenant, items))
    expectRefusal(refused, 'price_unavailable')
    expect(leftIn(refused)).to.equal('40')
  })

  it('count sends, reads and verifications separately per credential', async () => {
    const tenant = await aTenant()
    const another = await tenant.issue()
    const reads = await times(HELD + 1, () => readBalance(tenant))
    expect([withStatus(reads, 200), withStatus(reads, 429)]).to.deep.equal([HELD, 1])
    const verified = await times(HELD + 1, () => verifyOtp(tenant))
    expect([withStatus(verified, 400), withStatus(verified, 429)]).to.deep.equal([HELD, 1])
    const sends = await times(HELD + 1, () => send(aSend(tenant)))
    expect([withStatus(sends, 202), withStatus(sends, 429)]).to.deep.equal([HELD, 1])
    expect((await readBalance(another)).status).to.equal(200)
    expect((await verifyOtp(another)).status).to.equal(400)
    expect((await send(aSend({ ...tenant, ...another }))).status).to.equal(202)
    const policies = [reads, verified, sends].map(([reply]) => reply?.headers['ratelimit-policy'])
    const expected = ['reads', 'verifications', 'sends'].map((name) => `"${name}";q=50;w=50000`)
    expect(policies).to.deep.equal(expected)
  })

  it('count a page by its size: one read per ten rows of its limit, rounded up', async () => {
    const tenant = await aTenant()
    const nowMs = Date.now()
    const usage = `/v1/usage?currency=INR&from=${nowMs - 1000}&to=${nowMs - 1}`
    const charged = [
      [usage, 45],
      [`${usage}&limit=100`, 35],
      ['/v1/test/messages?limit=11', 33],
      ['/v1/messages?idempotencyKey=none', 32],
      ['/v1/messages?clientReference=none&limit=10', 31],
      ['/v1/messages?clientReference=none', 21],
      [`${usage}&limit=101`, 20],
      ['/v1/auth/check', 19],
      [`${usage}&limit=95`, 9],
    ] as const
    for (const [target, left] of charged)
      expect(leftIn(await http.call('GET', target, reader(tenant))), target).to.equal(String(left))
    const refused = await http.call('GET', `${usage}&limit=100`, reader(tenant))
    expectRefusal(refused, 'too_many_requests')
    expect((await http.call('GET', `${usage}&limit=50`, reader(tenant))).status).to.equal(200)
  })

  it('limit the reads of all credentials of an organization, and name the limit', async () => {
    const tenant = await aTenant()
    const another = await tenant.issue()
    const own = await times(HELD + 10, () => readBalance(tenant))
    expect(withStatus(own, 200)).to.equal(HELD)
    const refusedOwn = own.find(({ status }) => status === 429)
    expect(refusedOwn?.headers['ratelimit-policy']).to.equal('"reads";q=50;w=50000')
    const others = await times(HELD, () => readBalance(another))
    expect(withStatus(others, 200)).to.equal(HELD_BY_ORGANIZATION - HELD)
    const refused = await readBalance(another)
    expectRefusal(refused, 'too_many_requests')
    expect(valueIn(refused, 'message')).to.match(
      /^The Organization's limit on the reads of all its credentials/,
    )
    expect(refused.headers['ratelimit-policy']).to.equal('"organization";q=80;w=80000')
    expect(Number(refused.headers['retry-after'])).to.be.within(SECONDS_FOR_ONE / 2, SECONDS_FOR_ONE)
    expect((await readBalance(await aTenant())).status).to.equal(200)
    expect((await send(aSend(tenant))).status).to.equal(202)
  })

  it('count OTPs per app across its credentials', async () => {
    const tenant = await aTenant()
    const another = await tenant.issue()
    const sent = await times(HELD, () => sendOtp(tenant))
    expect(withStatus(sent, 202)).to.equal(HELD)
    const refused = await sendOtp(tenant, another)
    expectRefusal(refused, 'too_many_requests')
    expect(refused.headers['ratelimit-policy']).to.equal('"otp";q=50;w=50000')
    expect((await sendOtp(await aTenant())).status).to.equal(202)
  })

  it('refuse a caller before its permissions or its body are checked', async () => {
    const tenant = await aTenant()
    const reads = await tenant.issue({ actions: ['messages.read'] })
    const replies = await times(HELD + 1, () => send(aSend({ ...tenant, ...reads })))
    expect(replies.filter((reply) => valueIn(reply, 'code') === 'action_not_granted')).to.have.length(HELD)
    expect(replies.filter((reply) => valueIn(reply, 'code') === 'too_many_requests')).to.have.length(1)
    const broken = { headers: { ...reader(reads).headers, 'Content-Type': 'text/plain' }, body: 'x' }
    expectRefusal(await send(broken), 'too_many_requests')
  })

  it('count replays and dry runs like any other send', async () => {
    const tenant = await aTenant()
    const sent = aSend(tenant)
    expect(leftIn(await send(sent))).to.equal('49')
    expect(leftIn(await send(sent))).to.equal('48')
    expect(leftIn(await send(aSend(tenant, {}, { Prefer: 'handling=dry-run' })))).to.equal('47')
  })

  it('allow sends and reads while the limits are unavailable, but not OTPs and verifications', async () => {
    const gone = { _tag: 'StorageUnavailable' as const, cause: 'gone' }
    const limits = { ...http.storage.limits, take: () => async () => E.left(gone) }
    const ports = { ...http.ports, storage: { ...http.storage, limits } }
    const host = await http.openHost({ postrider: createPostrider(ports) })
    const ask = (method: string, target: string, sent: Sent): Promise<Reply> =>
      call(host.port, method, target, sent)
    const tenant = await aTenant()
    expect((await ask('POST', '/v1/messages', aSend(tenant))).status).to.equal(202)
    expect((await ask('GET', '/v1/balances?currency=INR', reader(tenant))).status).to.equal(200)
    await expectNothingWritten(http, async () => {
      for (const path of ['/v1/otp', '/v1/otp/verify'])
        expectRefusal(
          await ask('POST', path, { headers: sendHeaders(tenant), body: '{}' }),
          'service_unavailable',
        )
    })
  })
})
