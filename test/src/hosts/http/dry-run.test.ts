import { right } from '@postrider/conformance/outcome'
import { expect } from 'chai'
import { aSendBody, freshKey, reader, sendHeaders } from './a-send.js'
import { callRaw, type Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, PRICE_MINOR, type TestTenant } from './test-tenant.js'
import { stopOrganization } from '../../core/platform/use-cases/operators/commands.js'
import { saveBudget } from '../../builders/save-budget.js'
import { suppressed } from '../../builders/suppressed.js'

type Json = Readonly<Record<string, unknown>>

/** The caller and the request. */
interface Situation {
  readonly as: { readonly bearer: string }
  readonly body: Json
}

const order = { actor: { kind: 'operator' as const, id: 'test' }, reason: 'for the test' }
const budget = { scope: {}, currency: 'INR', action: 'block' as const }

const byItself = (tenant: TestTenant): Situation => ({ as: tenant, body: aSendBody(tenant) })

const changed = (changes: Json) => (http: HttpFixture) => ({
  as: http.mine,
  body: aSendBody(http.mine, changes),
})

const refused: ReadonlyArray<
  readonly [title: string, set: (http: HttpFixture) => Situation | Promise<Situation>]
> = [
  ['an invalid number', changed({ to: '12345' })],
  ['another project', changed({ projectId: 'prj_other' })],
  ['an unknown template', changed({ templateId: 'tpl_unknown' })],
  ['a broken variable', changed({ variables: { name: 'A'.repeat(61), note: '' } })],
  ['a destination without a price', changed({ to: '+447400123456' })],
  [
    "another tenant's template",
    ({ mine, other }) => ({
      as: mine,
      body: aSendBody(mine, { templateId: other.template.sms.templateId }),
    }),
  ],
  [
    'a channel that the credential lacks',
    async ({ mine }) => ({ as: await mine.issue({ channels: ['email'] }), body: aSendBody(mine) }),
  ],
  [
    'a channel that is not open',
    async (http) => {
      const tenant = await http.openTenant(1000, { environment: 'production', configured: ['sms'] })
      return { as: tenant, body: aSendBody(tenant, {}, 'email') }
    },
  ],
  [
    'a suspended organization',
    async (http) => {
      const tenant = await http.openTenant(1000)
      const { organizationId } = tenant.organization
      await right(stopOrganization(http.ports)({ ...order, organizationId }))
      return byItself(tenant)
    },
  ],
  [
    'a channel without a sender',
    async (http) => byItself(await http.openTenant(1000, { configured: ['email'] })),
  ],
  [
    'a channel without a provider',
    async (http) => byItself(await http.openTenant(1000, { providerStatus: 'disabled' })),
  ],
  ['an insufficient balance', async (http) => byItself(await http.openTenant(PRICE_MINOR - 1))],
  ['an account that was never credited', async (http) => byItself(await http.openTenant(0))],
  [
    'a suppressed recipient',
    async (http) => {
      const tenant = await http.openTenant(1000)
      const { organizationId } = tenant.organization
      await suppressed(http.ports, organizationId, '+919876543210')
      return byItself(tenant)
    },
  ],
  [
    'an insufficient budget',
    async (http) => {
      const tenant = await http.openTenant(1000)
      const { organizationId } = tenant.organization
      const limitMinor = PRICE_MINOR - 1
      await right(
        saveBudget(http.ports)({ ...order, ...budget, organizationId, period: 'month', limitMinor }),
      )
      return byItself(tenant)
    },
  ],
]

describe('A dry run', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const ask = (body: Json, prefer = 'handling=dry-run', as: { readonly bearer: string } = http.mine) => {
    const { 'Idempotency-Key': _, ...headers } = sendHeaders(as, { Prefer: prefer })
    return http.call('POST', '/v1/messages', { headers, body: JSON.stringify(body) })
  }
  const send = (body: Json, as: { readonly bearer: string } = http.mine): Promise<Reply> =>
    http.call('POST', '/v1/messages', { headers: sendHeaders(as), body: JSON.stringify(body) })

  it('shows the result of a send with masked values, and writes nothing', async () => {
    const tenant = await http.openTenant(CREDIT_MINOR)
    const variables = { name: 'Asha', note: 'नमस्ते😀' }
    await expectNothingWritten(http, async () => {
      const reply = await ask(aSendBody(tenant, { variables }), undefined, tenant)
      expect(reply.status).to.equal(200)
      expect(reply.headers['preference-applied']).to.equal('handling=dry-run')
      expect(reply.headers).not.to.have.property('idempotency-replayed')
      const { estimatedCharge, requestId, ...rest } = reply.body as Json
      expect(rest).to.deep.equal({
        dryRun: true,
        verdict: 'acceptable',
        rendered: 'Hello ••••: •••••••',
        segments: 1,
        encoding: 'ucs2',
        availableAfterMinor: CREDIT_MINOR - PRICE_MINOR,
      })
      expect(estimatedCharge).to.include({ amountMinor: PRICE_MINOR, currency: 'INR', status: 'provisional' })
      expect(requestId).to.equal(reply.headers['x-request-id'])
      for (const value of Object.values(variables)) expect(JSON.stringify(reply)).not.to.include(value)
    })
    const balance = await http.call('GET', '/v1/balances?currency=INR', reader(tenant))
    expect(balance.body).to.include({ availableMinor: CREDIT_MINOR, reservedMinor: 0 })
  })

  for (const [channel, changes, segments, encoding] of [
    ['sms', { variables: { name: 'Asha', note: 'x'.repeat(400) } }, 3, 'gsm7'],
    ['sms', { variables: { name: 'Asha', note: 'я'.repeat(100) } }, 2, 'ucs2'],
    ['whatsapp', {}, 1, 'utf-8'],
    ['email', { recipientName: 'Asha Rao' }, 1, 'utf-8'],
  ] as const)
    it(`prices ${segments} of ${channel} in ${encoding} like a real call`, async () => {
      const body = aSendBody(http.mine, changes, channel)
      const dry = await ask(body)
      const real = await send(body)
      expect(real.status).to.equal(202)
      expect(dry.body).to.include({ verdict: 'acceptable', segments, encoding })
      expect(valueIn(dry, 'estimatedCharge')).to.deep.equal(valueIn(real, 'estimatedCharge'))
      expect(valueIn(dry, 'estimatedCharge')).to.include({ amountMinor: PRICE_MINOR * segments })
    })

  for (const [title, set] of refused)
    it(`refuses ${title} like a real call, with the same text, and writes nothing`, async () => {
      const { as, body } = await set(http)
      await expectNothingWritten(http, async () => {
        const dry = await ask(body, undefined, as)
        const { code, message, retryable, fieldErrors, ...real } = (await send(body, as)).body as Json
        expect(real).to.have.all.keys('requestId')
        expect(dry.status).to.equal(200)
        expect(valueIn(dry, 'verdict')).to.equal('refused')
        expect(valueIn(dry, 'error')).to.deep.equal({ code, message, retryable, fieldErrors })
      })
    })

  it("shows the message's price and the available money if money is missing", async () => {
    const poor = await http.openTenant(PRICE_MINOR - 1)
    const never = await http.openTenant(0)
    const dry = await ask(aSendBody(poor), undefined, poor)
    expect(dry.body).to.include({ rendered: 'Hello ••••: ••••••••••••••••••••', segments: 1 })
    expect(valueIn(dry, 'estimatedCharge')).to.include({ amountMinor: PRICE_MINOR })
    expect(valueIn(dry, 'availableAfterMinor')).to.equal(PRICE_MINOR - 1)
    expect(valueIn(await ask(aSendBody(never), undefined, never), 'availableAfterMinor')).to.equal(0)
  })

  it('shows no price if the message was refused before pricing', async () => {
    const dry = await ask(aSendBody(http.mine, { to: '+447400123456' }))
    const nothing = { rendered: null, segments: null, encoding: null, estimatedCharge: null }
    expect(dry.body).to.include({ ...nothing, availableAfterMinor: null })
  })

  it('is requested only with a preference of RFC 7240', async () => {
    for (const prefer of ['Handling=dry-run', 'respond-async, handling="dry-run"', 'handling = dry-run; x=1'])
      expect((await ask(aSendBody(http.mine), prefer)).status, prefer).to.equal(200)
    for (const prefer of ['handling=strict', 'xhandling=dry-run', 'wait=1']) {
      expectRefusal(await ask(aSendBody(http.mine), prefer), 'invalid_request', [
        ['header', 'Idempotency-Key', 'required'],
      ])
    }
  })

  it('can be requested in a header line of its own next to other preferences', async () => {
    const { 'Idempotency-Key': _, ...headers } = sendHeaders(http.mine)
    const body = JSON.stringify(aSendBody(http.mine))
    const given = { ...headers, 'Content-Length': String(body.length) }
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
    const preferences = ['Prefer: respond-async', 'Prefer: handling=dry-run']
    const reply = await callRaw(http.port, 'POST', '/v1/messages', [...lines, ...preferences], body)
    expect(valueIn(reply, 'dryRun')).to.equal(true)
  })

  it('uses no key and reads none', async () => {
    const key = freshKey()
    const headers = sendHeaders(http.mine, { 'Idempotency-Key': key })
    const sendWith = async (changes: Json, more: Readonly<Record<string, string>>): Promise<Reply> => {
      const body = JSON.stringify(aSendBody(http.mine, changes))
      return http.call('POST', '/v1/messages', { headers: { ...headers, ...more }, body })
    }
    const dry = { Prefer: 'handling=dry-run' }
    expect((await sendWith({}, dry)).status).to.equal(200)
    const real = await sendWith({ clientReference: 'the real one' }, {})
    expect(real.status).to.equal(202)
    expect(real.headers).not.to.have.property('idempotency-replayed')
    expect((await sendWith({}, dry)).body).to.include({ dryRun: true, verdict: 'acceptable' })
  })

  it('responds like any call to callers without permission or with malformed requests', async () => {
    const reads = await http.mine.issue({ actions: ['messages.read'] })
    expectRefusal(await ask(aSendBody(http.mine), undefined, reads), 'action_not_granted')
    const nobody = { bearer: http.ports.bearerSecrets.create('test').bearer }
    expectRefusal(await ask(aSendBody(http.mine), undefined, nobody), 'unauthenticated')
    expectRefusal(await ask(aSendBody(http.mine, { to: undefined })), 'invalid_request', [
      ['body', '/to', 'required'],
    ])
  })

  it('shows the budget with the least remaining, as it would be after the send', async () => {
    const tenant = await http.openTenant(1000)
    const { organizationId } = tenant.organization
    const common = { ...order, ...budget, organizationId }
    await right(saveBudget(http.ports)({ ...common, period: 'month', limitMinor: 900 }))
    await right(saveBudget(http.ports)({ ...common, period: 'day', limitMinor: 60 }))
    expect((await send(aSendBody(tenant), tenant)).status).to.equal(202)
    const dry = await ask(aSendBody(tenant), undefined, tenant)
    const expected = { period: 'day', limitMinor: 60, usedMinor: 50, remainingMinor: 10 }
    expect(valueIn(dry, 'budgetAfter')).to.include(expected)
    expect((await send(aSendBody(tenant), tenant)).status).to.equal(202)
    expectRefusal(await send(aSendBody(tenant), tenant), 'budget_exceeded')
    const beyond = await ask(aSendBody(tenant), undefined, tenant)
    expect((valueIn(beyond, 'error') as Json)['code']).to.equal('budget_exceeded')
    expect(valueIn(beyond, 'budgetAfter')).to.include(expected)
  })
})
