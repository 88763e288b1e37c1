import { expect } from 'chai'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import { byLane } from '@postrider/core/kernel/batching/by-lane'
import { relayDue } from '@postrider/core/messaging/use-cases/dispatch/relay'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aWorld } from '../../../fakes/world.js'

const HORIZON_MS = 60_000
const LIMITS = { batch: 3, horizonMs: HORIZON_MS, fewestWaiting: 4, mostWaiting: 8, fullMs: 50 }

const aRelay = () => {
  const world = aWorld()
  let depthReads = 0
  const queue = {
    ...world.ports.queue,
    depth: (lane: Lane) => async () => {
      depthReads += 1
      return world.ports.queue.depth(lane)()
    },
  }
  const relays = byLane((lane) => relayDue({ ...world.ports, queue, relay: LIMITS }, lane))
  const list = (lane: Lane, count: number) =>
    Array.from({ length: count }, () => {
      const message = aMessage({ lane })
      world.memory.tables.outbox.set(message.messageId, { message, dueAtMs: NOW_MS, publications: 0 })
      return message.messageId
    })
  const publishedIds = () => world.queue.published.map(({ messageId }) => messageId)
  return {
    ...world,
    ...world.memory,
    relays,
    relay: relays.otp,
    list,
    publishedIds,
    depthReads: () => depthReads,
  }
}

describe('The relay', () => {
  it('publishes due messages in its lane, batch by batch, and returns whether more is due', async () => {
    const { relays, list, queue } = aRelay()
    list('promotional', 4)
    list('otp', 2)
    expect(await relays.transactional()).to.deep.equal({ published: 0, againMs: undefined })
    expect(await relays.otp()).to.deep.equal({ published: 2, againMs: undefined })
    expect(await relays.promotional()).to.deep.equal({ published: 3, againMs: 0 })
    expect(await relays.promotional()).to.deep.equal({ published: 1, againMs: undefined })
    expect(queue.published.map(({ lane }) => lane)).to.deep.equal([
      ...Array<string>(2).fill('otp'),
      ...Array<string>(4).fill('promotional'),
    ])
  })

  it('publishes unhandled messages again at the horizon', async () => {
    const { relay, list, publishedIds, time } = aRelay()
    const [one] = list('otp', 1)
    await relay()
    await time.advance(HORIZON_MS - 1)
    await relay()
    expect(publishedIds()).to.have.length(1)
    await time.advance(1)
    await relay()
    expect(publishedIds()).to.deep.equal([one, one])
  })

  it('gives each job the id of its request', async () => {
    const { relay, list, queue, tables } = aRelay()
    const listed = list('otp', 2)
    const traces = new Map(listed.map((messageId) => [messageId, aTrace()]))
    for (const [messageId, trace] of traces)
      tables.messages.set(messageId, aMessage({ messageId, lane: 'otp', trace }))
    await relay()
    expect(queue.published).to.deep.equal(
      [...traces].map(([messageId, trace]) => ({ messageId, lane: 'otp', trace })),
    )
  })

  it("makes what the queue didn't confirm due at once", async () => {
    const { relay, list, queue, tables, emitted } = aRelay()
    const [lost, kept] = list('otp', 2)
    if (lost === undefined || kept === undefined) throw new Error('two were listed')
    queue.lose(lost)
    expect(await relay()).to.deep.equal({ published: 1, againMs: undefined })
    expect(tables.outbox.get(lost)).to.include({ dueAtMs: NOW_MS, publications: 0 })
    expect(tables.outbox.get(kept)?.dueAtMs).to.equal(NOW_MS + HORIZON_MS)
    expect(emitted).to.deep.include({ _tag: 'Relayed', lane: 'otp', confirmed: 1, failed: 1 })
  })

  it('makes everything due at once while the queue is unavailable, and reports that', async () => {
    const { relay, list, queue, tables, emitted } = aRelay()
    list('otp', 3)
    queue.goAway(true)
    expect(await relay()).to.deep.equal({ published: 0, againMs: undefined })
    expect([...tables.outbox.values()].map(({ dueAtMs }) => dueAtMs)).to.deep.equal(Array(3).fill(NOW_MS))
    expect(emitted).to.deep.include({ _tag: 'PartFailed', where: 'queue', cause: 'the fake is away' })
    queue.goAway(false)
    expect((await relay()).published).to.equal(3)
  })

  it("takes nothing while the lane's queue has enough, and returns when to check again", async () => {
    const { relay, relays, list, queue, tables, time } = aRelay()
    list('otp', 3)
    queue.pretendDepth(3)
    expect(await relay()).to.deep.equal({ published: 0, againMs: 50 })
    expect(await relays.transactional()).to.deep.equal({ published: 0, againMs: 50 })
    expect([...tables.outbox.values()].every(({ dueAtMs }) => dueAtMs === NOW_MS)).to.equal(true)
    queue.pretendDepth(2)
    await time.advance(50)
    expect(await relay()).to.deep.equal({ published: 2, againMs: 0 })
  })

  it("lets at most as many wait as a slow lane's queue can hold, even if more are due", async () => {
    const { relay, list, queue, publishedIds } = aRelay()
    list('otp', 100)
    for (let turns = 0; turns < 50; turns += 1) {
      queue.pretendDepth(publishedIds().length)
      await relay()
    }
    expect(publishedIds()).to.have.length.within(2, LIMITS.fewestWaiting)
  })

  it('lets more wait after consumers proved fast, up to the maximum', async () => {
    const { relay, list, queue, publishedIds } = aRelay()
    list('otp', 100)
    for (let turns = 0; turns < 10; turns += 1) await relay()
    const soFar = publishedIds().length
    for (let turns = 0; turns < 50; turns += 1) {
      queue.pretendDepth(publishedIds().length - soFar)
      await relay()
    }
    expect(publishedIds().length - soFar).to.be.within(LIMITS.fewestWaiting + 1, LIMITS.mostWaiting)
  })

  it("doesn't query the queue's length in every turn", async () => {
    const { relay, list, depthReads } = aRelay()
    for (let turns = 0; turns < 100; turns += 1) await relay()
    expect(depthReads()).to.equal(1)
    for (let turns = 0; turns < 6; turns += 1) {
      list('otp', 1)
      await relay()
    }
    expect(depthReads()).to.equal(2)
  })

  it('resolves although storage is unavailable', async () => {
    const { relay, list, faults, emitted } = aRelay()
    list('otp', 1)
    faults.plan('takeDue', 'away')
    expect(await relay()).to.deep.equal({ published: 0, againMs: undefined })
    expect(emitted).to.deep.include({ _tag: 'PartFailed', where: 'relay', cause: 'the fake is away' })
    expect((await relay()).published).to.equal(1)
  })

  it("leaves messages that it couldn't make due again to the horizon", async () => {
    const { relay, list, queue, faults, time } = aRelay()
    list('otp', 1)
    queue.goAway(true)
    faults.plan('makeDue', 'away')
    await relay()
    queue.goAway(false)
    expect((await relay()).published).to.equal(0)
    await time.advance(HORIZON_MS)
    expect((await relay()).published).to.equal(1)
  })
})
