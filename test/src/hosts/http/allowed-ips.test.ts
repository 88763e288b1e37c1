import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { aBatch } from './a-batch.js'
import { aSend, aSendBody, freshKey, reader, sendHeaders } from './a-send.js'
import { call, callRaw, type Reply, type Sent } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, type TestTenant } from './test-tenant.js'

const HERE = '127.0.0.1'
const THERE = '127.0.0.2'
const CLIENT = '203.0.113.9'

describe('An app with allowed IP addresses', () => {
  let http: HttpFixture
  let tenant: TestTenant
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  /** Changes the app's allowed addresses without the host, like another process does. */
  const allow = (ranges: readonly string[] | undefined): Promise<unknown> =>
    right(
      http.storage.catalog.save({
        apps: [{ ...tenant.app, restrictions: ranges === undefined ? {} : { allowedIps: ranges } }],
      }),
    )

  const otp = (): Sent => ({
    headers: sendHeaders(tenant),
    body: JSON.stringify({
      channel: 'sms',
      to: '+919800000006',
      templateId: tenant.otpTemplate.templateId,
      otpVariable: 'code',
      variables: { name: 'Asha' },
    }),
  })

  const sends: Readonly<Record<string, readonly [path: string, status: number, sent: () => Sent]>> = {
    'a message': ['/v1/messages', 202, () => aSend(tenant)],
    'a dry run': ['/v1/messages', 200, () => aSend(tenant, {}, { Prefer: 'handling=dry-run' })],
    'a batch': ['/v1/messages/batch', 202, () => aBatch(tenant, [aSendBody(tenant), aSendBody(tenant)])],
    'an OTP': ['/v1/otp', 202, otp],
  }

  beforeEach(async () => {
    tenant = await http.openTenant(CREDIT_MINOR)
  })

  for (const [what, [path, status, sent]] of Object.entries(sends)) {
    it(`sends ${what} only from these addresses, from the next request after a change`, async () => {
      const from = (address: string): Promise<Reply> => http.call('POST', path, { ...sent(), from: address })
      expect((await from(THERE)).status).to.equal(status)
      await allow(['127.0.0.1/32', '2001:db8::/32'])
      await expectNothingWritten(http, async () => {
        expectRefusal(await from(THERE), 'action_not_granted')
      })
      expect((await from(HERE)).status).to.equal(status)
      await allow([])
      await expectNothingWritten(http, async () => {
        expectRefusal(await from(HERE), 'action_not_granted')
      })
      await allow(['127.0.0.0/8'])
      expect((await from(THERE)).status).to.equal(status)
      await allow(undefined)
      expect((await from(HERE)).status).to.equal(status)
    })
  }

  it('replays no idempotency key for other addresses', async () => {
    const sent = aSend(tenant)
    const first = await http.call('POST', '/v1/messages', sent)
    expect(first.status).to.equal(202)
    await allow([HERE])
    expectRefusal(await http.call('POST', '/v1/messages', { ...sent, from: THERE }), 'action_not_granted')
    const replay = await http.call('POST', '/v1/messages', sent)
    expect(replay.headers['idempotency-replayed']).to.equal('true')
  })

  it('can be read and verified from everywhere', async () => {
    const sent = await http.call('POST', '/v1/otp', otp())
    const challengeId = String(valueIn(sent, 'challengeId'))
    await allow([])
    for (const target of [
      '/v1/auth/check',
      '/v1/balances?currency=INR',
      '/v1/messages?clientReference=x',
      `/v1/messages/${String(valueIn(sent, 'messageId'))}`,
    ])
      expect((await http.call('GET', target, { ...reader(tenant), from: THERE })).status).to.equal(200)
    const verified = await http.call('POST', '/v1/otp/verify', {
      headers: sendHeaders(tenant),
      body: JSON.stringify({ challengeId, code: http.codes.get(challengeId) }),
      from: THERE,
    })
    expect(verified.status).to.equal(200)
  })

  it('uses the address from a trusted proxy, and from nobody else', async () => {
    await allow([CLIENT])
    const { port } = await http.openHost({ trustedProxies: ['127.0.0.2/32', '10.0.0.0/8'] })
    const send = (from: string, forwardedFor: string): Promise<Reply> =>
      call(port, 'POST', '/v1/messages', { ...aSend(tenant, {}, { 'X-Forwarded-For': forwardedFor }), from })
    expect((await send(THERE, CLIENT)).status).to.equal(202)
    expect((await send(THERE, `192.0.2.1, ${CLIENT}, 10.0.0.7`)).status).to.equal(202)
    expectRefusal(await send(HERE, CLIENT), 'action_not_granted')
    expectRefusal(await send(THERE, `${CLIENT}, 198.51.100.7, 10.0.0.7`), 'action_not_granted')
    expectRefusal(await send(THERE, `${CLIENT}, unknown`), 'action_not_granted')
    const untrusting = { ...aSend(tenant, {}, { 'X-Forwarded-For': CLIENT }), from: THERE }
    expectRefusal(await http.call('POST', '/v1/messages', untrusting), 'action_not_granted')
  })

  it('accepts several header lines of a proxy like one', async () => {
    await allow([CLIENT])
    const { port } = await http.openHost({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
    const send = (...forwardedFor: readonly string[]): Promise<Reply> => {
      const body = JSON.stringify(aSendBody(tenant))
      const lines = Object.entries(sendHeaders(tenant, { 'Idempotency-Key': freshKey() }))
        .concat([['Content-Length', String(body.length)]])
        .concat(forwardedFor.map((line) => ['X-Forwarded-For', line]))
        .map(([name, value]) => `${name}: ${value}`)
      return callRaw(port, 'POST', '/v1/messages', lines, body)
    }
    expect((await send(`192.0.2.1, ${CLIENT}`, '10.0.0.7')).status).to.equal(202)
    expect((await send('192.0.2.1', CLIENT)).status).to.equal(202)
    expectRefusal(await send(CLIENT, '192.0.2.1'), 'action_not_granted')
  })

  it('logs the address of a refused caller', async () => {
    await allow([HERE])
    await http.call('POST', '/v1/messages', { ...aSend(tenant), from: THERE })
    expect(http.lines.at(-1)).to.deep.include({ level: 'info', message: 'request finished' })
    expect(http.lines.at(-1)?.fields).to.include({ status: 403, clientAddress: THERE })
    await http.call('POST', '/v1/messages', aSend(tenant))
    expect(http.lines.at(-1)?.fields).to.include({ status: 202 }).and.not.to.have.property('clientAddress')
  })
})
