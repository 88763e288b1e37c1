import { expect } from 'chai'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { eventually } from '@postrider/conformance/eventually'
import { aSend } from '../http/a-send.js'
import { valueIn } from '../http/refusals.js'
import type { LiveClient } from './live-client.js'
import { type AtConsole, type LiveFixture, openLiveFixture } from './live-fixture.js'

const TAIL = { subscription: 'm', operation: 'listMessages', request: { limit: 5 } }
const NEVER_MS = HOUR_MS

/** The changes and counts of a tail after its snapshot. */
const tailEvents = ({ frames }: LiveClient) =>
  frames
    .filter(({ method, params }) => method === 'live.event' && params?.['kind'] !== 'snapshot')
    .map(({ params }) => params ?? {})

interface TailEvent {
  readonly messages?: number
  readonly changes?: ReadonlyArray<{ readonly groups: ReadonlyArray<{ readonly count: number }> }>
}

const messagesIn = (event: TailEvent): number =>
  event.messages ??
  (event.changes ?? []).flatMap(({ groups }) => groups).reduce((sum, { count }) => sum + count, 0)

const counted = (client: LiveClient): number =>
  tailEvents(client).reduce((sum, event) => sum + messagesIn(event as TailEvent), 0)

const send = async ({ http }: LiveFixture): Promise<string> =>
  String(valueIn(await http.call('POST', '/v1/messages', aSend(http.mine)), 'messageId'))

const subscribed = async (client: LiveClient): Promise<LiveClient> => {
  expect((await client.call('live.subscribe', TAIL)).error).to.equal(undefined)
  await client.nextEvent('m')
  return client
}

describe('Sockets under load and clock jumps', () => {
  let live: LiveFixture
  before(async () => {
    live = await openLiveFixture()
  })
  after(() => live.close())

  it('are limited to a thousand per process; one more is disconnected, and accepted when another has closed', async () => {
    const most = await live.another({
      limits: { maxSocketsOfUser: 50, tickMs: NEVER_MS, heartbeatMs: NEVER_MS },
    })
    try {
      const people = await Promise.all(Array.from({ length: 25 }, () => most.signIn()))
      const rounds = Array.from({ length: 40 }, (_, at) => at)
      const clients: LiveClient[] = []
      for (const round of rounds) {
        clients.push(...(await Promise.all(people.map((who) => most.enter(who)))))
        expect(clients).to.have.length((round + 1) * people.length)
      }
      const who: AtConsole = await most.signIn()
      const refusal = await most.enter(who).then(
        () => 'entered',
        (cause: Error) => cause.message,
      )
      expect(refusal).to.equal('the ticket was not accepted')
      await eventually('it is gone', () => most.sockets.count() === 1_000)
      expect((await clients[500]?.call('listOrganizations', { limit: 1 }))?.error).to.equal(undefined)
      clients[0]?.cut()
      await eventually('one has gone', () => most.sockets.count() === 999)
      expect((await (await most.enter(who)).call('listOrganizations', { limit: 1 })).error).to.equal(
        undefined,
      )
    } finally {
      await most.close()
    }
  })

  it("buffer one record for a client that doesn't read, and then send everything", async () => {
    let answered = 0
    const { runOperation } = live.postrider
    const slow = await live.another({
      postrider: {
        ...live.postrider,
        runOperation:
          (...call) =>
          async () => {
            const ran = await runOperation(...call)()
            answered += 1
            return ran
          },
      },
      limits: {
        callsAtOnce: 100_000,
        maxOpenCalls: 1_000,
        slowBytes: 64 * 1024,
        readyBytes: 16 * 1024,
        stuckBytes: 2 ** 30,
      },
    })
    try {
      for (let count = 0; count < 100; count += 1) await send(live)
      const reading = await subscribed(await slow.enter(await slow.signIn()))
      const client = await subscribed(await slow.enter(await slow.signIn()))
      client.socket.pause()
      // More than the buffers of two sockets hold.
      const calls = 120
      const before = answered
      for (let count = 0; count < calls; count += 1) client.begin('listMessages', { limit: 100 })
      await eventually('the client is not read any more, or all is answered', async () => {
        const at = answered
        await reading.call('listOrganizations', { limit: 1 })
        return answered - at <= 1 && at - before >= 10
      })
      const sent = 250
      for (let count = 0; count < sent; count += 1) await send(live)
      await eventually('another has all of it', () => counted(reading) === sent)
      const heard = tailEvents(client).length
      client.socket.resume()
      await eventually('it has all of it too', () => counted(client) === sent)
      const later = tailEvents(client).slice(heard)
      expect(later.map(({ kind }) => kind)).to.deep.equal(['compacted'])
      expect(later[0]?.['newest']).to.have.length(50)
      await send(live)
      await eventually('it goes on', () => counted(client) === sent + 1)
    } finally {
      await slow.close()
    }
  })

  it('continue if the clock jumps ahead or back', async () => {
    let offsetMs = 0
    const jumping = await live.another({
      clock: { ...live.ports.clock, nowMs: () => live.ports.clock.nowMs() + offsetMs },
      // Even with this rate, one call above the concurrency limit arrives as soon as the clock continues.
      limits: { callsPerSecond: 100_000 },
    })
    try {
      const client = await subscribed(await jumping.enter(await jumping.signIn()))
      let sent = 0
      for (const jump of [HOUR_MS, -HOUR_MS, 0]) {
        offsetMs = jump
        await send(live)
        sent += 1
        await eventually('it is shown', () => counted(client) === sent)
        // No call waits for a time that the clock had before the jump.
        for (let call = 0; call < 60; call += 1)
          expect((await client.call('listOrganizations', { limit: 1 })).error).to.equal(undefined)
      }
    } finally {
      await jumping.close()
    }
  })
})
