import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { issueCredential } from '../../builders/issue-credential.js'
import { aFirm } from './a-firm.js'
import { aSend, aSendBody, reader } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { control } from './people.js'
import { expectRefusal, valueIn } from './refusals.js'
import { CREDIT_MINOR, PRICE_MINOR, type TestTenant } from './test-tenant.js'

/** An event, as far as the tests look at it. */
interface Listed {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly appId: string
  readonly data: Readonly<Record<string, unknown>>
}

describe('The events of an app', () => {
  let http: HttpFixture
  let tenant: TestTenant
  before(async () => {
    http = await openHttpFixture()
  })
  beforeEach(async () => {
    tenant = await http.openTenant(CREDIT_MINOR)
  })
  after(() => http.close())

  const read = (query = '', as: { readonly bearer: string } = tenant) =>
    http.call('GET', `/v1/events${query}`, reader(as))

  const number = async (): Promise<void> => {
    await right(http.postrider.numberFeed())
    await right(http.postrider.numberEvents())
  }

  const send = async (changes: Readonly<Record<string, unknown>> = {}) =>
    String(valueIn(await http.call('POST', '/v1/messages', aSend(tenant, changes)), 'messageId'))

  const listedIn = async (query = '', as?: { readonly bearer: string }): Promise<readonly Listed[]> => {
    const reply = await read(query, as)
    expect(reply.status).to.equal(200)
    return valueIn(reply, 'events') as readonly Listed[]
  }

  it('have the data of the message, and no recipient', async () => {
    const messageId = await send({ clientReference: 'order-1' })
    await number()
    const message = await http.call('GET', `/v1/messages/${messageId}`, reader(tenant))
    const reply = await read()
    expect(valueIn(reply, 'nextSequence')).to.equal(1)
    expect(valueIn(reply, 'latestSequence')).to.equal(1)
    const [event, ...others] = valueIn(reply, 'events') as readonly Listed[]
    expect(others).to.deep.equal([])
    expect(event).to.deep.include({
      type: 'message.accepted',
      sequence: 1,
      appId: tenant.app.appId,
      data: message.body,
    })
    expect(event?.id).to.match(/^evt_[0-9a-z]{26}$/)
    expect(JSON.stringify(reply.body)).not.to.include('9876543210')
  })

  it('are only those of the credential’s app', async () => {
    await send()
    const stranger = await http.openTenant(CREDIT_MINOR)
    const app = { ...tenant.app, appId: http.ports.ids.next('app'), name: 'Another' }
    await right(http.storage.catalog.save({ apps: [app] }))
    const { actions, channels, expiresAtMs } = tenant.credential
    const ofApp = await right(
      issueCredential(http.ports)({ app, actions, channels, label: 'another', expiresAtMs }),
    )
    await number()
    expect(await listedIn('')).to.have.length(1)
    expect(await listedIn('', stranger)).to.deep.equal([])
    expect(await listedIn('', ofApp)).to.deep.equal([])
  })

  it('are read page by page, and by type', async () => {
    for (let sent = 0; sent < 3; sent += 1) await send()
    await send(aSendBody(tenant, {}, 'email'))
    await number()
    const first = await read('?limit=3')
    expect((valueIn(first, 'events') as readonly Listed[]).map(({ sequence }) => sequence)).to.deep.equal([
      1, 2, 3,
    ])
    expect(valueIn(first, 'nextSequence')).to.equal(3)
    expect((await listedIn('?after=3')).map(({ sequence }) => sequence)).to.deep.equal([4])
    const failed = await read('?types=message.failed,message.canceled&limit=2')
    expect(failed.body).to.deep.include({ events: [], nextSequence: 2, latestSequence: 4 })
    expect(await listedIn('?types=message.accepted')).to.have.length(4)
  })

  it('say once per period that a budget reached a percentage', async () => {
    const { organizationId } = tenant.organization
    const { appId } = tenant.app
    const { members } = await aFirm(http, tenant)
    const limitMinor = 4 * PRICE_MINOR
    const shown = { environment: 'test', currency: 'INR', period: 'month', limitMinor, action: 'alert' }
    const saved = await control(http, members.owner.accessToken, 'saveOrganizationBudget', {
      organizationId,
      scope: { appId },
      ...shown,
    })
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
    for (let sent = 0; sent < 6; sent += 1) await send()
    await number()
    const reached = await listedIn('?types=budget.threshold_reached')
    const { environment: _, ...same } = shown
    expect(reached[0]?.data).to.deep.include({ ...same, percent: 50, usedMinor: 2 * PRICE_MINOR })
    expect(reached.map(({ data }) => data['percent'])).to.deep.equal([50, 100])
    expect((await listedIn()).slice(1, 3).map(({ type }) => type)).to.deep.equal([
      'message.accepted',
      'budget.threshold_reached',
    ])
  })

  it('say at its first refusal that a budget is used up, although prices don’t divide its limit', async () => {
    const { organizationId } = tenant.organization
    const { appId } = tenant.app
    const { members } = await aFirm(http, tenant)
    const { accessToken } = members.owner
    const limitMinor = 4 * PRICE_MINOR - 1
    const terms = { period: 'month', currency: 'INR', limitMinor, action: 'block' }
    const wanted = { organizationId, environment: 'test', scope: { appId }, ...terms }
    expect((await control(http, accessToken, 'saveOrganizationBudget', wanted)).status).to.equal(200)
    const listed = async () => {
      const reply = await control(http, accessToken, 'listOrganizationBudgets', { organizationId })
      return (valueIn(reply, 'budgets') as ReadonlyArray<Record<string, unknown>>)[0]
    }
    for (let sent = 0; sent < 3; sent += 1) await send()
    expect(await listed())
      .to.include({ usedMinor: 3 * PRICE_MINOR })
      .and.not.to.have.property('firstRefusedAt')
    for (let sent = 0; sent < 3; sent += 1)
      expectRefusal(await http.call('POST', '/v1/messages', aSend(tenant)), 'budget_exceeded')
    await number()
    const reached = await listedIn('?types=budget.threshold_reached')
    expect(reached.map(({ data }) => [data['percent'], data['usedMinor']])).to.deep.equal([
      [50, 2 * PRICE_MINOR],
      [100, 3 * PRICE_MINOR],
    ])
    expect(Date.parse(String((await listed())?.['firstRefusedAt']))).to.be.closeTo(Date.now(), 60_000)
  })

  it('end a wait as soon as there is one', async () => {
    const started = performance.now()
    const waiting = read('?after=0&wait=20')
    await send()
    const numbering = setInterval(() => void number(), 50)
    const reply = await waiting
    clearInterval(numbering)
    expect(valueIn(reply, 'events')).to.have.length(1)
    expect(performance.now() - started).to.be.lessThan(15_000)
  })

  it('are none after a wait in which nothing happens', async () => {
    const reply = await read('?after=0&wait=1')
    expect(reply.status).to.equal(200)
    expect(reply.body).to.deep.include({ events: [], nextSequence: 0, latestSequence: 0 })
  })

  it('refuse a position whose events were deleted, and an unknown type', async () => {
    await send()
    await send()
    await number()
    await right(http.storage.events.purge(NOW_MS + 10 * 365 * 86_400_000, 1000))
    const expired = await read('?after=1')
    expect(expired.status).to.equal(410)
    expectRefusal(expired, 'events_expired', [['query', '/after', 'too_small']])
    expect(JSON.stringify(expired.body)).to.include('The oldest available sequence is 3')
    expect(valueIn(await read('?after=2'), 'nextSequence')).to.equal(2)
    expectRefusal(await read('?types=message.lost'), 'invalid_request', [['query', '/types', 'not_allowed']])
    expectRefusal(await read('?wait=26'), 'invalid_request', [['query', '/wait', 'too_large']])
  })
})

describe('A wait for events', () => {
  it('ends when the host stops', async () => {
    const http = await openHttpFixture()
    const waiting = http.call('GET', '/v1/events?wait=25', reader(http.mine))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const started = performance.now()
    const closing = http.close()
    const reply = await waiting
    await closing
    expect(reply.status).to.equal(200)
    expect(performance.now() - started).to.be.lessThan(8_000)
  })
})
