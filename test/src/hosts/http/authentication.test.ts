import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { aCustomerKey, aSponsor } from './agents.js'
import { aSend, reader, sendHeaders } from './a-send.js'
import { callRaw, type Reply, type Sent } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'

const withoutId = (reply: Reply): string => JSON.stringify({ ...(reply.body as object), requestId: '' })

describe('A credential that does not authenticate', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const targets: ReadonlyArray<readonly [method: string, target: string]> = [
    ['POST', '/v1/messages'],
    ['GET', '/v1/messages?clientReference=x'],
    ['GET', '/v1/messages/msg_01k9x7c2v5n8q4r6t0w3y1z5bd'],
    ['GET', '/v1/auth/check'],
    ['GET', '/v1/balances?currency=INR'],
    ['GET', '/v1/usage'],
  ]

  const badBearers = async (): Promise<ReadonlyMap<string, Sent>> => {
    const { bearer } = http.mine
    const expired = await http.mine.issue({ expiresAtMs: 1 })
    const selector = bearer.split('_')[2] ?? ''
    const [prefix, environment, , otherSecret] = http.other.bearer.split('_')
    const production = bearer.replace('pr_test_', 'pr_production_')
    const of = (value: string): Sent => ({ headers: { Authorization: value } })
    return new Map([
      ['missing', {}],
      ['empty', of('')],
      ['without a scheme', of(bearer)],
      ['of another scheme', of(`Basic ${bearer}`)],
      ['malformed', of('Bearer hello')],
      ['with something after it', of(`Bearer ${bearer} x`)],
      ['with a wrong checksum', of(`Bearer ${bearer.slice(0, -1)}${bearer.endsWith('A') ? 'B' : 'A'}`)],
      ['with the secret of another', of(`Bearer ${prefix}_${environment}_${selector}_${otherSecret}`)],
      ['of the other environment', of(`Bearer ${production}`)],
      ['expired', of(`Bearer ${expired.bearer}`)],
      ['an Agent key', of(`Bearer ${bearer.replace('pr_test_', 'prag_customer_')}`)],
      ['an access token', of(`Bearer prat_${bearer.slice(8)}`)],
      ['very long', of(`Bearer ${'a'.repeat(8000)}`)],
    ])
  }

  for (const [method, target] of targets) {
    it(`gets the same response on ${method} ${target}, regardless of the cause`, async () => {
      const bodies = new Set<string>()
      await expectNothingWritten(http, async () => {
        for (const [, sent] of await badBearers()) {
          const reply = await http.call(method, target, sent)
          expectRefusal(reply, 'unauthenticated')
          expect(reply.headers['www-authenticate']).to.equal('Bearer')
          bodies.add(withoutId(reply))
        }
      })
      expect(bodies).to.have.lengthOf(1)
    })
  }

  it('gets a response whose length reveals nothing', async () => {
    const lengths = new Set<string | undefined>()
    for (const [, sent] of await badBearers()) {
      const headers = { ...sent.headers, 'X-Request-Id': 'same' }
      lengths.add((await http.call('GET', '/v1/auth/check', { headers })).headers['content-length'])
    }
    expect(lengths).to.have.lengthOf(1)
  })

  it('includes two Authorization headers, even if each is valid', async () => {
    const line = `Authorization: Bearer ${http.mine.bearer}`
    expectRefusal(await callRaw(http.port, 'GET', '/v1/auth/check', [line, line]), 'unauthenticated')
  })

  it('is rejected before anything else of the request is checked', async () => {
    const broken = { headers: { 'Content-Type': 'text/plain', Authorization: 'Bearer x' }, body: '{' }
    expectRefusal(await http.call('POST', '/v1/messages', broken), 'unauthenticated')
    const huge = { headers: { 'Content-Type': 'application/json' }, body: 'x'.repeat(300_000) }
    expectRefusal(await http.call('POST', '/v1/messages', huge), 'unauthenticated')
  })

  it('is followed by the check of the action, before content type and body', async () => {
    const { bearer } = await http.mine.issue({ actions: ['usage.read'] })
    const headers = sendHeaders({ ...http.mine, bearer }, { 'Content-Type': 'text/plain' })
    expectRefusal(await http.call('POST', '/v1/messages', { headers, body: '{' }), 'action_not_granted')
    for (const target of ['/v1/messages?x=1', '/v1/messages/nothing', '/v1/balances'])
      expectRefusal(await http.call('GET', target, reader({ bearer })), 'action_not_granted')
    const seller = await http.mine.issue({ actions: ['messages.send'] })
    expectRefusal(await http.call('GET', '/v1/usage', reader(seller)), 'action_not_granted')
  })

  it('is never logged, and neither are recipients and bodies', async () => {
    const { bearer } = http.mine
    const send = aSend(http.mine, { to: '+919812345678', variables: { name: 'Zebedee', note: 'Quagga' } })
    await http.call('POST', '/v1/messages', send)
    await http.call('POST', '/v1/messages', aSend(http.mine, { to: 'Okapi', variables: { name: 'Zebedee' } }))
    const log = JSON.stringify(http.lines)
    for (const secret of [bearer, bearer.slice(-49), '9812345678', 'Zebedee', 'Quagga', 'Okapi'])
      expect(log).not.to.contain(secret)
  })

  describe('even with a correct secret', () => {
    const lineOf = async (bearer: string, target: string): Promise<object> => {
      const requestId = `over-${fresh.hex(12)}`
      const headers = { Authorization: `Bearer ${bearer}`, 'X-Request-Id': requestId }
      const method = target === '/v1/auth/check' ? 'GET' : 'POST'
      const reply = await http.call(method, target, { headers })
      expect([reply.status, valueIn(reply, 'code')]).to.deep.equal([401, 'unauthenticated'])
      expect(JSON.stringify(reply.body)).not.to.match(/expired|revoked|crd_|agk_/)
      return http.lines.find((line) => line.fields['requestId'] === requestId)?.fields ?? {}
    }

    it("is logged with the cause, which the caller doesn't see", async () => {
      const expired = await http.mine.issue({ expiresAtMs: 1 })
      const revoked = await http.mine.issue()
      await right(http.storage.catalog.save({ credentials: [{ ...revoked.credential, revokedAtMs: 1 }] }))
      for (const [{ bearer, credential }, cause] of [
        [expired, 'expired'],
        [revoked, 'revoked'],
      ] as const) {
        const { credentialId } = credential
        expect(await lineOf(bearer, '/v1/auth/check')).to.include({ credentialId, cause })
        const guessed = `${bearer.slice(0, -49)}${http.other.bearer.slice(-49)}`
        expect(await lineOf(guessed, '/v1/auth/check')).not.to.have.any.keys('credentialId', 'cause')
      }
    })

    it('is also logged if it is an Agent key', async () => {
      const home = http.mine.organization.organizationId
      const { bearer, agentKeyId } = await aCustomerKey(http, await aSponsor(http, home), home)
      await right(
        http.storage.units.transact<never, undefined>('exclusive', async (unit) => {
          const key = await unit.agentKeys.lock(agentKeyId)
          if (key !== undefined) unit.agentKeys.replace({ ...key, revokedAtMs: 1 })
          return E.right(undefined)
        }),
      )
      expect(await lineOf(bearer, '/v1/agent/getCustomerContext')).to.include({
        agentKeyId,
        cause: 'revoked',
      })
    })
  })
})
