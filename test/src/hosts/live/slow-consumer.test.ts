import { expect } from 'chai'
import { aSend } from '../http/a-send.js'
import { openLiveFixture } from './live-fixture.js'

describe("A client that doesn't read", () => {
  it('is disconnected while others are served', async () => {
    const live = await openLiveFixture({
      limits: { callsAtOnce: 100_000, slowBytes: 64 * 1024, readyBytes: 16 * 1024, heartbeatMs: 1_500 },
    })
    try {
      const [slow, other] = [await live.enter(await live.signIn()), await live.enter(await live.signIn())]
      await slow.call('live.subscribe', {
        subscription: 'm',
        operation: 'listMessages',
        request: { limit: 5 },
      })
      await slow.nextEvent('m')
      await live.http.call('POST', '/v1/messages', aSend(live.http.mine))
      slow.socket.pause()
      // A client that doesn't read never sends a pong.
      for (let count = 0; count < 200; count += 1) slow.begin('listOrganizations', { limit: 1 })
      const left = live.sockets.count()
      while (live.sockets.count() === left)
        expect((await other.call('listOrganizations', { limit: 1 })).error).to.equal(undefined)
      expect(live.sockets.count()).to.equal(1)
      slow.socket.resume()
      expect(await slow.closed()).to.be.oneOf([4408, 1006])
    } finally {
      await live.close()
    }
  })
})
