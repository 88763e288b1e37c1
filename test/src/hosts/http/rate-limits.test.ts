import { expect } from 'chai'
import { createPostrider } from '@postrider/core/postrider'
import { DEFAULT_RATE_LIMITS } from '@postrider/core/domain/limits/rate-policy'
import { aSendBody, freshKey, reader, sendHeaders } from './a-send.js'
import { call } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'

const slow = { perSecond: 0.001 }

describe('Rate limits over HTTP', () => {
  let http: HttpFixture
  let ports: readonly number[]
  before(async () => {
    http = await openHttpFixture()
    // Two processes as far as limits go: each with a memory of its own, over one database.
    const hosts = await Promise.all(
      [1, 2].map(() => {
        const rates = {
          ...DEFAULT_RATE_LIMITS,
          sends: slow,
          reads: slow,
          passcodes: slow,
          verifications: slow,
        }
        return http.openHost({ postrider: createPostrider(http.ports, { rates }) })
      }),
    )
    ports = hosts.map(({ port }) => port)
  })
  after(() => http.close())

  const portOf = (at: number): number => ports[at % ports.length] ?? 0

  it('lets through what the bucket holds, over all processes together, and refuses the rest with the headers', async () => {
    const tenant = await http.openTenant(1_000_000)
    const body = JSON.stringify(aSendBody(tenant))
    const replies = await Promise.all(
      Array.from({ length: 80 }, (_, at) =>
        call(portOf(at), 'POST', '/v1/messages', { headers: sendHeaders(tenant), body }),
      ),
    )
    const refused = replies.filter(({ status }) => status === 429)
    expect(replies.filter(({ status }) => status === 202)).to.have.length(50)
    expect(refused).to.have.length(30)
    for (const reply of refused) {
      expectRefusal(reply, 'too_many_requests')
      expect(Number(reply.headers['retry-after'])).to.be.at.least(1)
    }
    for (const reply of replies) {
      expect(reply.headers['ratelimit-policy']).to.match(/^"sends";q=50;w=\d+$/)
      expect(reply.headers['ratelimit']).to.match(/^"sends";r=\d+;t=\d+$/)
    }
  })

  it('counts a batch by its messages', async () => {
    const tenant = await http.openTenant(1_000_000)
    const batchOf = (messages: number) =>
      call(portOf(0), 'POST', '/v1/messages/batch', {
        headers: sendHeaders(tenant, { 'Idempotency-Key': freshKey() }),
        body: JSON.stringify({ messages: Array.from({ length: messages }, () => aSendBody(tenant)) }),
      })
    expect((await batchOf(30)).status).to.equal(202)
    expectRefusal(await batchOf(21), 'too_many_requests')
    expect((await batchOf(19)).status).to.equal(202)
  })

  it('counts reads apart from sends, and each credential for itself', async () => {
    const tenant = await http.openTenant(1_000_000)
    const other = await tenant.issue()
    const read = (credential: { readonly bearer: string }) =>
      call(portOf(0), 'GET', '/v1/balances?currency=INR', reader(credential))
    const replies = await Promise.all(Array.from({ length: 60 }, () => read(tenant)))
    expect(replies.filter(({ status }) => status === 200)).to.have.length(50)
    expect((await read(other)).status).to.equal(200)
    const body = JSON.stringify(aSendBody(tenant))
    const sent = await call(portOf(0), 'POST', '/v1/messages', { headers: sendHeaders(tenant), body })
    expect(sent.status).to.equal(202)
  })

  it('refuses a caller who comes too often before it looks at what he may do', async () => {
    const tenant = await http.openTenant(1000)
    const reads = await tenant.issue({ actions: ['messages.read'] })
    const body = JSON.stringify(aSendBody(tenant))
    const headers = { ...sendHeaders(tenant), Authorization: `Bearer ${reads.bearer}` }
    const replies = await Promise.all(
      Array.from({ length: 51 }, () => call(portOf(0), 'POST', '/v1/messages', { headers, body })),
    )
    expect(replies.filter((reply) => valueIn(reply, 'code') === 'action_not_granted')).to.have.length(50)
    expect(replies.filter((reply) => valueIn(reply, 'code') === 'too_many_requests')).to.have.length(1)
  })
})
