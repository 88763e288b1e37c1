import { expect } from 'chai'
import { aSendBody, freshKey, sendHeaders } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, PRICE_MINOR } from './test-tenant.js'

type Json = Readonly<Record<string, unknown>>

describe('A dry run', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const ask = (body: Json, prefer = 'handling=dry-run', bearer = http.mine.bearer) => {
    const { 'Idempotency-Key': _, ...headers } = sendHeaders(http.mine, { Prefer: prefer })
    return http.call('POST', '/v1/messages', {
      headers: { ...headers, Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    })
  }
  const send = (body: Json, bearer = http.mine.bearer) =>
    http.call('POST', '/v1/messages', {
      headers: {
        ...sendHeaders(http.mine),
        'Idempotency-Key': freshKey(),
        Authorization: `Bearer ${bearer}`,
      },
      body: JSON.stringify(body),
    })

  it('says what a send would come to, values masked, and writes nothing', async () => {
    await expectNothingWritten(http, async () => {
      const reply = await ask(aSendBody(http.mine, { variables: { name: 'Asha', note: 'नमस्ते' } }))
      expect(reply.status).to.equal(200)
      expect(reply.headers['preference-applied']).to.equal('handling=dry-run')
      expect(reply.body).to.deep.include({
        dryRun: true,
        verdict: 'acceptable',
        rendered: 'Hello ••••: ••••••',
        segments: 1,
        encoding: 'ucs2',
        availableAfterMinor: CREDIT_MINOR - PRICE_MINOR,
      })
      expect(valueIn(reply, 'estimatedCharge')).to.include({ amountMinor: PRICE_MINOR, currency: 'INR' })
    })
  })

  it('is asked for as RFC 7240 writes preferences, and nothing else asks for it', async () => {
    for (const prefer of ['Handling=dry-run', 'respond-async, handling="dry-run"', 'handling = dry-run; x=1'])
      expect((await ask(aSendBody(http.mine), prefer)).status, prefer).to.equal(200)
    for (const prefer of ['handling=strict', 'xhandling=dry-run', 'handling=dry-running'])
      expectRefusal(await ask(aSendBody(http.mine), prefer), 'invalid_request', [
        ['header', 'Idempotency-Key', 'required'],
      ])
  })

  it('refuses what the real call refuses, with its code', async () => {
    const poor = await http.openTenant(PRICE_MINOR - 1)
    const stopped = await http.openTenant(1000)
    const { organizationId } = stopped.organization
    const stop = { actor: { kind: 'operator' as const, id: 'test' }, reason: 'for the test', organizationId }
    await http.postrider.stopOrganization(stop)()
    const situations: ReadonlyArray<readonly [string, Json, string]> = [
      [
        'a foreign template',
        aSendBody(http.mine, { templateId: http.other.template.sms.templateId }),
        http.mine.bearer,
      ],
      [
        'a broken variable',
        aSendBody(http.mine, { variables: { name: 'A'.repeat(61), note: '' } }),
        http.mine.bearer,
      ],
      ['no price', aSendBody(http.mine, { to: '+447400123456' }), http.mine.bearer],
      ['another project', aSendBody(http.mine, { projectId: 'prj_other' }), http.mine.bearer],
      ['no number', aSendBody(http.mine, { to: '12345' }), http.mine.bearer],
      ['no money', aSendBody(poor), poor.bearer],
      ['a suspended Organization', aSendBody(stopped), stopped.bearer],
    ]
    for (const [name, body, bearer] of situations) {
      const dry = await ask(body, undefined, bearer)
      const real = await send(body, bearer)
      expect(dry.status, name).to.equal(200)
      expect(valueIn(dry, 'verdict'), name).to.equal('refused')
      expect((valueIn(dry, 'error') as Json)['code'], name).to.equal(valueIn(real, 'code'))
      expect((valueIn(dry, 'error') as Json)['fieldErrors'], name).to.deep.equal(valueIn(real, 'fieldErrors'))
    }
  })

  it('shows the budget with the least left, as it would stand', async () => {
    const tenant = await http.openTenant(1000)
    const { organizationId } = tenant.organization
    const actor = { kind: 'operator' as const, id: 'test' }
    const common = { actor, organizationId, scope: {}, currency: 'INR', action: 'block' as const }
    for (const [period, limitMinor] of [
      ['month', 900],
      ['day', 60],
    ] as const)
      expect(
        (
          await http.postrider.saveBudget({
            ...common,
            period,
            limitMinor,
            budgetId: undefined,
            version: undefined,
            alertPercents: undefined,
          })()
        )._tag,
      ).to.equal('Right')
    expect((await send(aSendBody(tenant), tenant.bearer)).status).to.equal(202)
    const dry = await ask(aSendBody(tenant), undefined, tenant.bearer)
    expect(valueIn(dry, 'budgetAfter')).to.include({
      period: 'day',
      limitMinor: 60,
      usedMinor: 50,
      remainingMinor: 10,
    })
    expect((await send(aSendBody(tenant), tenant.bearer)).status).to.equal(202)
    expectRefusal(await send(aSendBody(tenant), tenant.bearer), 'budget_exceeded')
    expect(
      (valueIn(await ask(aSendBody(tenant), undefined, tenant.bearer), 'error') as Json)['code'],
    ).to.equal('budget_exceeded')
  })
})
