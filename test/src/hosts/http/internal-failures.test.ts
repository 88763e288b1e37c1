import { E } from '@postrider/core/fp'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { expect } from 'chai'
import { aSend, reader } from './a-send.js'
import { call } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal } from './refusals.js'

describe('An internal failure', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const linesOf = (id: string) => http.lines.filter(({ fields }) => fields['requestId'] === id)

  it('gets internal_error without details if it is a bug; the log has the cause and the request id', async () => {
    const getBalance = () => () => Promise.reject(new Error('password=swordfish at db.internal'))
    const { port } = await http.openHost({ postrider: { ...http.postrider, getBalance } })
    const headers = { ...reader(http.mine).headers, 'X-Request-Id': 'the-bug' }
    const reply = await call(port, 'GET', '/v1/balances?currency=INR', { headers })
    expectRefusal(reply, 'internal_error', [])
    expect(JSON.stringify(reply)).not.to.match(/swordfish|db\.internal/)
    const [cause, access] = linesOf('the-bug')
    expect(cause?.level).to.equal('error')
    expect(cause?.fields['err']).to.be.instanceOf(Error).with.property('message').that.contains('swordfish')
    expect(access?.fields).to.include({ status: 500, errorCode: 'internal_error' })
    expect((await call(port, 'GET', '/v1/health')).status).to.equal(200)
  })

  it('is also handled if it is thrown synchronously', async () => {
    const findMessage = () => {
      throw new Error('at once')
    }
    const { port } = await http.openHost({ postrider: { ...http.postrider, findMessage } })
    expectRefusal(await call(port, 'GET', '/v1/messages/msg_x', reader(http.mine)), 'internal_error')
  })

  const outages: ReadonlyArray<readonly [Outage, 'service_unavailable' | 'internal_error']> = [
    [{ _tag: 'StorageUnavailable', cause: 'connect ECONNREFUSED db.internal' }, 'service_unavailable'],
    [{ _tag: 'CommitUnknown', cause: 'read ECONNRESET db.internal' }, 'service_unavailable'],
    [{ _tag: 'QueueUnavailable', cause: 'no broker at mq.internal' }, 'service_unavailable'],
    [{ _tag: 'Overloaded', cause: '4096 items are waiting' }, 'service_unavailable'],
    [{ _tag: 'BatchFailed', cause: 'a row breaks a rule' }, 'internal_error'],
  ]
  for (const [outage, code] of outages)
    it(`with ${outage._tag} gets ${code}; the log has the cause`, async () => {
      const acceptMessage = () => async () => E.left(outage)
      const authenticate = http.postrider.authenticate
      const { port } = await http.openHost({ postrider: { ...http.postrider, authenticate, acceptMessage } })
      const id = `outage-${outage._tag}`
      const reply = await call(port, 'POST', '/v1/messages', aSend(http.mine, {}, { 'X-Request-Id': id }))
      expectRefusal(reply, code, [])
      expect(JSON.stringify(reply.body)).not.to.contain('internal"').and.not.to.contain(outage.cause)
      expect(linesOf(id)[0]?.fields['cause']).to.equal(`${outage._tag}: ${outage.cause}`)
    })

  it("during authentication isn't reported as 401", async () => {
    const authenticate = () => async () => E.left<Outage>({ _tag: 'StorageUnavailable', cause: 'gone' })
    const { port } = await http.openHost({ postrider: { ...http.postrider, authenticate } })
    expectRefusal(await call(port, 'GET', '/v1/auth/check', reader(http.mine)), 'service_unavailable')
  })

  it('because of too many bodies gets service_unavailable, and recovers', async () => {
    const { port } = await http.openHost({ limits: { maxBodyBytesHeld: 1000 } })
    await expectNothingWritten(http, async () => {
      for (let times = 0; times < 3; times += 1) {
        const large = aSend(http.mine, { clientReference: 'x'.repeat(2000) })
        expectRefusal(await call(port, 'POST', '/v1/messages', large), 'service_unavailable')
      }
    })
    for (let times = 0; times < 5; times += 1)
      expect((await call(port, 'POST', '/v1/messages', aSend(http.mine))).status).to.equal(202)
  })

  it('because of too many requests gets service_unavailable, except for the public documents', async () => {
    const { port } = await http.openHost({ limits: { maxInFlight: 0 } })
    expectRefusal(await call(port, 'GET', '/v1/auth/check', reader(http.mine)), 'service_unavailable')
    expect((await call(port, 'GET', '/v1/health')).status).to.equal(200)
  })
})
