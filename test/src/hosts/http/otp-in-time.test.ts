import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { publishHealth } from '@postrider/core/providers/domain/calls/account-report'
import { right } from '@postrider/conformance/outcome'
import { createPostrider } from '@postrider/core/postrider'
import { expect } from 'chai'
import { freshKey, sendHeaders } from './a-send.js'
import { call, type Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'
import { eventsLeft } from '../../builders/events-left.js'
import { CREDIT_MINOR, type TestTenant } from './test-tenant.js'

describe('One-time passcodes over time', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  /** A host on the same database whose clock is ahead by this time. */
  const portAhead = async (byMs: number): Promise<number> => {
    const clock = { nowMs: () => http.ports.clock.nowMs() + byMs }
    const { port } = await http.openHost({ clock, postrider: createPostrider({ ...http.ports, clock }) })
    return port
  }
  const post = (port: number, path: string, body: object, tenant: TestTenant, key = freshKey()) => {
    const headers = sendHeaders(tenant, { 'Idempotency-Key': key })
    return call(port, 'POST', path, { headers, body: JSON.stringify(body) })
  }
  const send = (
    port: number,
    tenant: TestTenant,
    to: string,
    ttlSeconds?: number,
    key = freshKey(),
  ): Promise<Reply> => {
    const { templateId } = tenant.otpTemplate
    const otp = { channel: 'sms', to, templateId, otpVariable: 'code', ttlSeconds }
    return post(port, '/v1/otp', { ...otp, variables: { name: 'Asha' } }, tenant, key)
  }
  const begin = async (ttlSeconds?: number) => {
    const challengeId = String(
      valueIn(await send(http.port, http.mine, '+919800000006', ttlSeconds), 'challengeId'),
    )
    return { challengeId, code: http.codes.get(challengeId) ?? '' }
  }

  it('leave an event once they are verified', async () => {
    const { challengeId, code } = await begin()
    const before = (await eventsLeft(http.storage)).length
    await post(
      http.port,
      '/v1/otp/verify',
      { challengeId, code: code === '111111' ? '222222' : '111111' },
      http.mine,
    )
    await post(http.port, '/v1/otp/verify', { challengeId, code }, http.mine)
    const [event, ...others] = (await eventsLeft(http.storage)).slice(before)
    expect(others).to.deep.equal([])
    expect(event).to.deep.include({ type: 'otp.verified', appId: http.mine.app.appId })
    expect(event?.data).to.deep.include({ challengeId, channel: 'sms' })
    expect(JSON.stringify(event)).not.to.include(code)
  })

  it('can be verified until they expire, and not afterwards', async () => {
    const offer = await begin(30)
    expectRefusal(
      await post(await portAhead(30 * SECOND_MS), '/v1/otp/verify', offer, http.mine),
      'otp_verification_failed',
    )
    const other = await begin(60)
    const inTime = await post(await portAhead(30 * SECOND_MS), '/v1/otp/verify', other, http.mine)
    expect(inTime.status).to.equal(200)
  })

  it('are valid for five minutes by default', async () => {
    const offer = await begin()
    const key = freshKey()
    const late = await post(await portAhead(5 * MINUTE_MS), '/v1/otp/verify', offer, http.mine, key)
    expectRefusal(late, 'otp_verification_failed')
    const inTime = await post(await portAhead(4 * MINUTE_MS), '/v1/otp/verify', offer, http.mine, key)
    expect(inTime.status).to.equal(200)
  })

  it('can be verified again under the same key for ten minutes, even after they expire', async () => {
    const offer = await begin(30)
    const key = freshKey()
    const again = (port: number): Promise<Reply> => post(port, '/v1/otp/verify', offer, http.mine, key)
    expect((await again(http.port)).status).to.equal(200)
    expect((await again(await portAhead(9 * MINUTE_MS))).status).to.equal(200)
    expectRefusal(await again(await portAhead(11 * MINUTE_MS)), 'otp_verification_failed')
  })

  it('can be sent to a destination again after the seconds in the refusal', async () => {
    const tenant = await http.openTenant(CREDIT_MINOR)
    const to = '+919811234567'
    expect((await send(http.port, tenant, to)).status).to.equal(202)
    const refused = await send(http.port, tenant, to)
    expectRefusal(refused, 'too_many_requests')
    const retryAfterMs = Number(refused.headers['retry-after']) * SECOND_MS
    expect(retryAfterMs).to.be.within(20 * SECOND_MS, 30 * SECOND_MS)
    const early = await send(await portAhead(retryAfterMs - 15 * SECOND_MS), tenant, to)
    expectRefusal(early, 'too_many_requests')
    expect(Number(early.headers['retry-after'])).to.be.within(1, 15)
    expect((await send(await portAhead(retryAfterMs), tenant, to)).status).to.equal(202)
  })

  it('are refused while no account could send them, and accepted as soon as one can', async () => {
    const tenant = await http.openTenant(CREDIT_MINOR)
    const accounts = await right(http.storage.catalog.providerAccounts())
    const say = (status: 'up' | 'down') => {
      const one = { status, sinceMs: 0, detail: undefined, sessions: 0, callsInFlight: 0 }
      const healthByAccount = new Map(accounts.map(({ providerAccountId }) => [providerAccountId, one]))
      const nowMs = http.ports.clock.nowMs()
      return right(http.storage.accountHealth.say((known) => publishHealth(1, healthByAccount, known, nowMs)))
    }
    await say('down')
    expectRefusal(await send(http.port, tenant, '+919811234569'), 'provider_unavailable')
    await say('up')
    expect((await send(http.port, tenant, '+919811234569')).status).to.equal(202)
  })

  it('are refused while earlier ones wait too long, but accepted ones are replayed', async () => {
    const [key, to] = [freshKey(), '+919800000016']
    const sent = await send(http.port, http.mine, to, 300, key)
    expect(sent.status).to.equal(202)
    const port = await portAhead(3 * MINUTE_MS)
    expectRefusal(await send(port, http.mine, '+919800000026', 300), 'service_unavailable')
    const again = await send(port, http.mine, to, 300, key)
    expect(again.status).to.equal(202)
    expect(again.headers['idempotency-replayed']).to.equal('true')
    expect(valueIn(again, 'challengeId')).to.equal(valueIn(sent, 'challengeId'))
    expectRefusal(await send(port, http.mine, to, 299, key), 'idempotency_conflict')
  })
})
