import { expect } from 'chai'
import { aBatch } from './a-batch.js'
import { aSend, aSendBody, reader } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { PRICE_MINOR } from './test-tenant.js'

/** The metrics of requests. Callers must not be able to choose label values. */
describe('The request metrics', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  it("count a method that a path doesn't allow under the template of the path", async () => {
    await http.call('DELETE', '/v1/messages/abc')
    await http.call('GET', '/v1/control/getCustomerContext')
    expect(http.metrics).to.deep.include(['/v1/messages/{messageId}', 'DELETE', 405])
    expect(http.metrics).to.deep.include(['/v1/control/{operation}', 'GET', 405])
    expect(http.operated).to.deep.include(['control', 'getCustomerContext', 405])
  })

  it('count an operation by its name, and unknown names as unknown', async () => {
    await http.call('POST', '/v1/control/registerApp?and=more')
    await http.call('POST', '/v1/agent/createOrganization')
    await http.call('POST', '/v1/control/toString')
    await http.call('POST', '/v1/agent/prag_secret')
    expect(http.operated).to.deep.include(['control', 'registerApp', 401])
    expect(http.operated).to.deep.include(['agent', 'createOrganization', 401])
    expect(http.operated.map(([boundary, name]) => `${boundary} ${name}`)).to.include.members([
      'control unknown',
      'agent unknown',
    ])
    expect(JSON.stringify(http.operated)).not.to.match(/toString|secret/)
  })

  it('count the reasons of refused sends, and of nothing else', async () => {
    const seen = http.refusedSends.length
    await http.call('POST', '/v1/messages', aSend(http.mine))
    await http.call('POST', '/v1/messages', aSend(http.mine, { to: '5' }))
    await http.call('POST', '/v1/messages', aSend(http.mine, { appId: http.other.credential.appId }))
    await http.call('GET', '/v1/messages', reader(http.mine))
    await http.call('POST', '/v1/otp/verify', { ...aSend(http.mine), body: '{}' })
    expect(http.refusedSends.slice(seen)).to.deep.equal(['invalid_request', 'scope_mismatch'])
  })

  it('count each refused message of a partly accepted batch', async () => {
    const poor = await http.openTenant(PRICE_MINOR)
    const seen = http.refusedSends.length
    const items = [aSendBody(poor), aSendBody(poor), aSendBody(poor)]
    const reply = await http.call('POST', '/v1/messages/batch', aBatch(poor, items))
    expect(reply.status).to.equal(207)
    expect(http.refusedSends.slice(seen)).to.deep.equal(['insufficient_balance', 'insufficient_balance'])
  })
})
