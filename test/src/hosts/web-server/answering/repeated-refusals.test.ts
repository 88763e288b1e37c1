import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRepeatedRefusals } from '@postrider/web-server/answering/repeated-refusals'
import { expect } from 'chai'
import { aSend, sendHeaders } from '../../http/a-send.js'
import { type HttpFixture, openHttpFixture } from '../../http/http-fixture.js'
import { CREDIT_MINOR } from '../../http/test-tenant.js'

/** With fewer timers, they would wait this long together. */
const MOST_WAITING = 512

describe('Refusals on one connection', () => {
  it('are delayed from the second in a row on, until another response', () => {
    const { beforeAnswer } = createRepeatedRefusals(() => false)
    const [one, other] = [{}, {}]
    expect(beforeAnswer(one, 429)).to.equal(undefined)
    expect(beforeAnswer(one, 429)).to.be.a('promise')
    expect(beforeAnswer(other, 429)).to.equal(undefined)
    expect(beforeAnswer(one, 202)).to.equal(undefined)
    expect(beforeAnswer(one, 429)).to.equal(undefined)
  })

  it('are delayed up to a limit, and not while the listener drains', async () => {
    const draining = { now: false }
    const { beforeAnswer } = createRepeatedRefusals(() => draining.now)
    const connections = Array.from({ length: MOST_WAITING + 1 }, () => ({}))
    for (const connection of connections) void beforeAnswer(connection, 429)
    const waits = connections.map((connection) => beforeAnswer(connection, 429))
    expect(waits.filter((wait) => wait === undefined)).to.have.length(1)
    await Promise.all(waits.filter((wait) => wait !== undefined))
    draining.now = true
    expect(beforeAnswer(connections[0] ?? {}, 429)).to.equal(undefined)
  })

  describe('over HTTP', () => {
    let http: HttpFixture
    before(async () => {
      const none = { perSecond: 0.001, burst: 1 }
      const rates = { sends: none, otp: none, verifications: none, reads: none, organization: none }
      http = await openHttpFixture({}, { rates: { ...rates, control: none, agent: none } })
    })
    after(() => http.close())

    it('limit a repeating client to five calls per second', async () => {
      const tenant = await http.openTenant(CREDIT_MINOR)
      const { host, port } = await http.openHost({})
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const url = `http://127.0.0.1:${port}/v1/balances?currency=INR`
      const ask = async (): Promise<number | undefined> => {
        const request = get(url, { agent, headers: sendHeaders(tenant) })
        const [answer] = (await once(request, 'response')) as [IncomingMessage]
        await text(answer)
        return answer.statusCode
      }
      expect(await ask()).to.equal(200)
      const begunAt = performance.now()
      expect(await Promise.all(Array.from({ length: 4 }, ask))).to.deep.equal([429, 429, 429, 429])
      expect(performance.now() - begunAt).to.be.at.least(590)
      // Another connection isn't delayed.
      expect((await http.call('POST', '/v1/messages', aSend(tenant))).status).to.equal(202)
      agent.destroy()
      await host.close()
    })
  })
})
