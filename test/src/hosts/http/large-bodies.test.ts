import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_RATE_LIMITS } from '@postrider/core/limits/domain/rate-policy'
import { expect } from 'chai'
import { aBatch } from './a-batch.js'
import { aSend, aSendBody, sendHeaders } from './a-send.js'
import { call, type Reply, type Sent } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import type { TestTenant } from './test-tenant.js'

const KIBIBYTE = 1024
/** A bucket of 50 that hardly refills during a test. */
const slow = { perSecond: 0.001 }

const padded = ({ headers = {}, body = '' }: Sent, bytes: number): Sent => ({
  headers,
  body: String(body) + ' '.repeat(bytes - body.length),
})

const leftIn = ({ headers }: Reply): number => Number(/;r=(\d+);/.exec(headers['ratelimit'] ?? '')?.[1])

describe('A large body', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture({}, { rates: { ...DEFAULT_RATE_LIMITS, sends: slow } })
  })
  after(() => http.close())

  const aTenant = (): Promise<TestTenant> => http.openTenant(1_000_000)
  const sendBatch = (sent: Sent, port = http.port): Promise<Reply> =>
    call(port, 'POST', '/v1/messages/batch', sent)

  const wide: ReadonlyArray<
    readonly [what: string, part: (at: number) => string, open: string, close: string]
  > = [
    ['members', (at) => `"a${at}":1`, '{"messages":[{', '}]}'],
    ['elements', () => '1', '{"messages":[', ']}'],
    ['members of one name', () => '"a":1', '{"messages":[{', '}]}'],
    ['lists', () => '[]', '{"messages":[', ']}'],
  ]
  for (const [what, part, open, close] of wide)
    it(`with more ${what} than any route can use is refused before it is parsed`, async () => {
      const tenant = await aTenant()
      const bodyOf = (parts: number): string =>
        open + Array.from({ length: parts }, (_, at) => part(at)).join(',') + close
      await expectNothingWritten(http, async () => {
        const refused = await sendBatch({ headers: sendHeaders(tenant), body: bodyOf(200_000) })
        expectRefusal(refused, 'payload_too_large')
        expect(valueIn(refused, 'message')).to.contain('20000 members and elements')
      })
      const wrong = await sendBatch({ headers: sendHeaders(tenant), body: bodyOf(1_000) })
      expectRefusal(wrong, 'invalid_request', undefined)
    })

  it('counts as one call per 64 KiB, or as its messages if they are more', async () => {
    const tenant = await aTenant()
    const batchOf = (messages: number): Sent =>
      aBatch(
        tenant,
        Array.from({ length: messages }, () => aSendBody(tenant)),
      )
    expect(leftIn(await sendBatch(padded(batchOf(2), 64 * KIBIBYTE)))).to.equal(48)
    expect(leftIn(await sendBatch(padded(batchOf(2), 64 * KIBIBYTE + 1)))).to.equal(46)
    expect(leftIn(await sendBatch(padded(batchOf(2), 640 * KIBIBYTE)))).to.equal(36)
    expect(leftIn(await sendBatch(padded(batchOf(12), 640 * KIBIBYTE)))).to.equal(24)
    await expectNothingWritten(http, async () => {
      const refused = await sendBatch(padded(batchOf(1), 2 * KIBIBYTE * KIBIBYTE))
      expectRefusal(refused, 'too_many_requests', [])
    })
    // The refused batch was counted as one call before its body arrived.
    expect(
      leftIn(await call(http.port, 'POST', '/v1/messages', padded(aSend(tenant), 200 * KIBIBYTE))),
    ).to.equal(19)
  })

  it('waits until the previous one of the same credential has its response', async () => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const reached: string[] = []
    const sendBatchSlowly: typeof http.postrider.sendBatch =
      (caller, key, ...more) =>
      async () => {
        reached.push(key)
        if (key.endsWith('-held')) await gate
        return http.postrider.sendBatch(caller, key, ...more)()
      }
    const { port } = await http.openHost({ postrider: { ...http.postrider, sendBatch: sendBatchSlowly } })
    const [tenant, other] = [await aTenant(), await aTenant()]
    const large = (as: TestTenant, key: string): Promise<Reply> =>
      sendBatch(padded(aBatch(as, [aSendBody(as)], key), 65 * KIBIBYTE), port)
    const held = large(tenant, 'large-body-held')
    while (reached.length === 0) await pause(5)
    const second = large(tenant, 'large-body-second')
    expect((await sendBatch(aBatch(tenant, [aSendBody(tenant)], 'a-small-body'), port)).status).to.equal(202)
    expect((await large(other, 'large-body-other')).status).to.equal(202)
    await pause(50)
    expect(reached).to.deep.equal(['large-body-held', 'a-small-body', 'large-body-other'])
    open()
    expect([(await held).status, (await second).status]).to.deep.equal([202, 202])
    expect(reached.at(-1)).to.equal('large-body-second')
  })
})
