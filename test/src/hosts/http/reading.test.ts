import { isoTime, DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { expect } from 'chai'
import { creditAccount } from '../../builders/credit-account.js'
import { right } from '@postrider/conformance/outcome'
import { aSend, freshKey, reader } from './a-send.js'
import { describeSending } from './describe-sending.js'
import type { Reply } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, PRICE_MINOR, type TestTenant } from './test-tenant.js'

describeSending('Reading', (open) => {
  let http: HttpFixture
  before(async () => {
    http = await open()
  })
  after(() => http.close())

  const read = (target: string, tenant: { readonly bearer: string } = http.mine): Promise<Reply> =>
    http.call('GET', target, reader(tenant))

  const send = async (tenant: TestTenant, changes = {}, headers = {}): Promise<string> => {
    const reply = await http.call('POST', '/v1/messages', aSend(tenant, changes, headers))
    expect(reply.status).to.equal(202)
    return String(valueIn(reply, 'messageId'))
  }

  describe('a message', () => {
    it('is shown in its current state, with its reference', async () => {
      const messageId = await send(http.mine, { clientReference: 'order 10024 \u00e9' })
      const reply = await read(`/v1/messages/${messageId}`)
      expect(reply.status).to.equal(200)
      expect(reply.body).to.deep.include({
        messageId,
        state: 'ACCEPTED',
        channel: 'sms',
        clientReference: 'order 10024 \u00e9',
        billing: { status: 'provisional', amountMinor: PRICE_MINOR, currency: 'INR' },
      })
    })

    it("gets the same not_found for another tenant's, an unknown and an impossible id", async () => {
      const foreign = await send(http.other)
      const ids = [
        foreign,
        'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
        'x',
        'm'.repeat(129),
        'm'.repeat(5000),
        '..%2f',
        '%ZZ',
        '%',
        '%c3%28',
        'a%20b',
        '%00',
        "'",
      ]
      const bodies = new Set<string>()
      for (const id of ids) {
        const reply = await read(`/v1/messages/${id}`)
        expectRefusal(reply, 'not_found')
        bodies.add(JSON.stringify({ ...(reply.body as object), requestId: '' }))
      }
      expect(bodies).to.have.lengthOf(1)
    })
  })

  describe('messages by key or reference', () => {
    it('are found by key, only for the own app', async () => {
      const key = freshKey()
      const messageId = await send(http.mine, {}, { 'Idempotency-Key': key })
      const found = await read(`/v1/messages?idempotencyKey=${key}`)
      expect(found.status).to.equal(200)
      expect(valueIn(found, 'messages'))
        .to.have.lengthOf(1)
        .and.to.have.nested.property('[0].messageId', messageId)
      expect(valueIn(await read(`/v1/messages?idempotencyKey=${key}`, http.other), 'messages')).to.deep.equal(
        [],
      )
    })

    it('are found by a reference, which may be percent-encoded', async () => {
      const clientReference = 'a+b & c=\u00e9'
      const ids = [await send(http.mine, { clientReference }), await send(http.mine, { clientReference })]
      for (const text of [encodeURIComponent(clientReference), 'a%2Bb+%26+c=%C3%A9']) {
        const found = valueIn(await read(`/v1/messages?clientReference=${text}`), 'messages')
        expect(found).to.have.lengthOf(2)
        expect(JSON.stringify(found)).to.contain(ids[0]).and.to.contain(ids[1])
        expect(valueIn(await read(`/v1/messages?clientReference=${text}&limit=1`), 'messages'))
          .to.have.lengthOf(1)
          .and.to.have.nested.property('[0].messageId', ids[1])
      }
    })

    it('require exactly one known name, once', async () => {
      const both = await read('/v1/messages?idempotencyKey=abcdefgh&clientReference=x')
      expectRefusal(both, 'invalid_request', [['query', '/clientReference', 'not_allowed']])
      const neither = await read('/v1/messages')
      expectRefusal(neither, 'invalid_request', [['query', '/idempotencyKey', 'required']])
      const twice = await read('/v1/messages?clientReference=x&clientReference=y')
      expectRefusal(twice, 'invalid_request', [['query', '/clientReference', 'type']])
      const more = await read('/v1/messages?clientReference=x&offset=1&__proto__=1')
      expectRefusal(more, 'invalid_request', [
        ['query', '/offset', 'unknown'],
        ['query', '/__proto__', 'unknown'],
      ])
      const none = await read('/v1/messages?clientReference=x&limit=0')
      expectRefusal(none, 'invalid_request', [['query', '/limit', 'too_small']])
      expectRefusal(await read('/v1/messages?clientReference=%00'), 'invalid_request', [
        ['query', '/clientReference', 'format'],
      ])
    })

    for (const broken of ['%', '%Z', '%ZZ', '%c3%28', '%ed%a0%80'])
      it(`refuse ${broken} in the query`, async () => {
        const reply = await read(`/v1/messages?clientReference=${broken}`)
        expectRefusal(reply, 'invalid_request', [['query', '', 'format']])
      })
  })

  it('the credential with its scope, and never with its secret', async () => {
    const { credential, bearer } = http.mine
    const reply = await read('/v1/auth/check')
    expect(reply.status).to.equal(200)
    const { organizationId, brandId, projectId, appId, credentialId, actions, channels } = credential
    expect(reply.body).to.deep.equal({
      organizationId,
      brandId,
      projectId,
      appId,
      credentialId,
      actions,
      channels,
      environment: 'test',
      label: 'test',
      expiresAt: isoTime(credential.expiresAtMs),
      requestId: reply.headers['x-request-id'],
    })
    expect(JSON.stringify(reply.body)).not.to.contain(bearer.slice(-20))
  })

  describe('the balance', () => {
    it('counts reserved money', async () => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      await send(tenant)
      const reply = await read('/v1/balances?currency=INR', tenant)
      expect(reply.body).to.include({
        organizationId: tenant.organization.organizationId,
        currency: 'INR',
        postedMinor: CREDIT_MINOR,
        reservedMinor: PRICE_MINOR,
        projectionVersion: 2,
        availableMinor: CREDIT_MINOR - PRICE_MINOR,
      })
    })

    it("is that of the credential's environment, as is the usage", async () => {
      const tenant = await http.openTenant(0)
      const { organizationId } = tenant.organization
      await right(
        creditAccount(http.ports)(
          { organizationId, environment: 'production', currency: 'INR' },
          CREDIT_MINOR,
        ),
      )
      const figures = { postedMinor: 0, availableMinor: 0, projectionVersion: 0 }
      expect((await read('/v1/balances?currency=INR', tenant)).body).to.include(figures)
      expectRefusal(await http.call('POST', '/v1/messages', aSend(tenant)), 'insufficient_balance')
      await right(
        creditAccount(http.ports)({ organizationId, environment: 'test', currency: 'INR' }, PRICE_MINOR),
      )
      await send(tenant)
      const spent = { postedMinor: PRICE_MINOR, availableMinor: 0, projectionVersion: 2 }
      expect((await read('/v1/balances?currency=INR', tenant)).body).to.include(spent)
      const nowMs = http.ports.clock.nowMs()
      const usage = await read(`/v1/usage?currency=INR&from=${nowMs - 60_000}&to=${nowMs + 60_000}`, tenant)
      expect(valueIn(usage, 'entries')).to.have.length(1)
    })

    it('is zero in a currency without an account', async () => {
      const reply = await read('/v1/balances?currency=XTS')
      expect(reply.body).to.include({
        availableMinor: 0,
        reservedMinor: 0,
        postedMinor: 0,
        projectionVersion: 0,
      })
    })

    for (const [query, code] of [
      ['', 'required'],
      ['?currency=inr', 'format'],
      ['?currency=INRX', 'format'],
      ['?currency=INR&currency=INR', 'type'],
    ] as const)
      it(`refuses the query "${query}"`, async () => {
        expectRefusal(await read(`/v1/balances${query}`), 'invalid_request', [['query', '/currency', code]])
      })
  })

  describe('usage', () => {
    // The current hour, moved into the month if it would cross a month boundary.
    const range = (): { from: number; to: number } => {
      const now = Date.now()
      const monthBegan = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth())
      return { from: Math.max(monthBegan, now - HOUR_MS), to: now + 60_000 }
    }
    const target = (more: Readonly<Record<string, string | number>> = {}): string => {
      const all: Record<string, string> = { currency: 'INR' }
      for (const [name, value] of Object.entries({ ...range(), ...more })) all[name] = String(value)
      return `/v1/usage?${new URLSearchParams(all).toString()}`
    }
    interface Page {
      readonly entries: ReadonlyArray<{
        readonly messageId: string
        readonly type: string
        readonly status: string
      }>
      readonly nextCursor: string | null
    }
    const page = async (
      tenant: TestTenant,
      more: Readonly<Record<string, string | number>>,
    ): Promise<Page> => {
      const reply = await read(target(more), tenant)
      expect(reply.status).to.equal(200)
      return reply.body as Page
    }

    it("pages through the app's reservations in order, each once", async () => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      const sent: string[] = []
      for (let count = 0; count < 5; count += 1) sent.push(await send(tenant))
      const bounds = range()
      const seen: string[] = []
      let cursor: string | null | undefined
      for (let pages = 0; cursor !== null && pages < 9; pages += 1) {
        const more = { ...bounds, limit: 2, ...(cursor === undefined ? {} : { cursor }) }
        const { entries, nextCursor } = await page(tenant, more)
        expect(entries.every(({ type, status }) => type === 'reservation' && status === 'held')).to.equal(
          true,
        )
        seen.push(...entries.map(({ messageId }) => messageId))
        cursor = nextCursor
      }
      expect(seen).to.deep.equal(sent)
      expect((await page(http.other, bounds)).entries).not.to.deep.include({ messageId: sent[0] })
    })

    it('refuses a cursor of another query or app, and an invalid one', async () => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      for (let count = 0; count < 3; count += 1) await send(tenant)
      const bounds = range()
      const { nextCursor } = await page(tenant, { ...bounds, limit: 1 })
      const cursor = nextCursor ?? ''
      const bad = [['query', '/cursor', 'mismatch']] as const
      expectRefusal(
        await read(target({ ...bounds, from: bounds.from + 1, cursor }), tenant),
        'invalid_request',
        bad,
      )
      expectRefusal(
        await read(target({ ...bounds, currency: 'EUR', cursor }), tenant),
        'invalid_request',
        bad,
      )
      expectRefusal(await read(target({ ...bounds, cursor })), 'invalid_request', bad)
      expectRefusal(await read(target({ ...bounds, cursor: `${cursor}x` }), tenant), 'invalid_request', bad)
      expectRefusal(await read(target({ ...bounds, cursor: '' }), tenant), 'invalid_request', [
        ['query', '/cursor', 'too_short'],
      ])
    })

    it('refuses limits, times and ranges that break their rules', async () => {
      const now = Date.now()
      const cases: ReadonlyArray<readonly [Readonly<Record<string, string | number>>, string, string]> = [
        [{ limit: 0 }, '/limit', 'too_small'],
        [{ limit: 101 }, '/limit', 'too_large'],
        [{ limit: '1.5' }, '/limit', 'type'],
        [{ limit: '-0' }, '/limit', 'type'],
        [{ from: '2026-01-01' }, '/from', 'type'],
        [{ from: '9007199254740992' }, '/from', 'too_large'],
        [{ to: now + HOUR_MS }, '/to', 'too_large'],
        [{ from: now, to: now }, '/to', 'too_small'],
        [{ from: now - 40 * DAY_MS, to: now }, '/to', 'too_large'],
        [{ more: 1 }, '/more', 'unknown'],
      ]
      for (const [more, field, code] of cases)
        expectRefusal(await read(target(more)), 'invalid_request', [['query', field, code]])
    })
  })

  it('ends with the credential, for every resource', async () => {
    const { credential, bearer } = await http.mine.issue()
    const revoked = { ...credential, revokedAtMs: Date.now() }
    expect((await read('/v1/auth/check', { bearer })).status).to.equal(200)
    await right(http.storage.catalog.save({ credentials: [revoked] }))
    for (const target of [
      '/v1/auth/check',
      '/v1/balances?currency=INR',
      '/v1/messages?clientReference=x',
      '/v1/messages/xx',
    ])
      expectRefusal(await read(target, { bearer }), 'unauthenticated')
  })
})
