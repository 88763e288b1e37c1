import { expect } from 'chai'
import { TE } from '@postrider/core/fp'
import type { AppId } from '@postrider/core/kernel/ids/id'
import { fresh } from '@postrider/conformance/builders/fresh'
import { eventArrivals } from '@postrider/core/events/use-cases/event-arrivals'
import { aWorld } from '../../fakes/world.js'

const scene = () => {
  const { ports, time } = aWorld()
  const asked: Array<number | undefined> = []
  const moved: AppId[] = []
  let position = 5
  const storage = {
    ...ports.storage,
    feed: { ...ports.storage.feed, watch: () => TE.right(undefined) },
    events: {
      ...ports.storage.events,
      moves: (since: number | undefined) => {
        asked.push(since)
        const appIds = since === undefined ? [] : moved.splice(0)
        if (appIds.length > 0) position += 1
        return TE.right({ position, appIds })
      },
    },
  }
  const arrivals = eventArrivals({ storage, clock: time.clock, timers: ports.timers })
  /** What a wait resolved with, once it has. */
  const resultOf = (waiting: Promise<boolean>) => {
    const result: { value: boolean | undefined } = { value: undefined }
    void waiting.then((value) => (result.value = value))
    return result
  }
  return { arrivals, asked, moved, time, resultOf }
}

describe('Waiting for events', () => {
  it('asks once for all readers, ten times a second, and only while somebody waits', async () => {
    const { arrivals, asked, time } = scene()
    const waits = Array.from({ length: 1000 }, () => arrivals.wait(fresh.id('app')))
    await time.advance(0)
    for (const wait of waits) void wait.next(10_000)
    for (let step = 0; step < 10; step += 1) await time.advance(100)
    expect(asked.length).to.be.within(9, 12)
    for (const wait of waits) wait.end()
    await time.advance(100)
    const after = asked.length
    for (let step = 0; step < 10; step += 1) await time.advance(100)
    expect(asked.length).to.equal(after)
  })

  it('wakes the readers of the app that got events, and no others', async () => {
    const { arrivals, moved, time, resultOf } = scene()
    const [mine, others] = [fresh.id('app'), fresh.id('app')]
    const [wait, other] = [arrivals.wait(mine), arrivals.wait(others)]
    await time.advance(0)
    // Whatever happened before the first position is known may be an event.
    expect(await wait.next(1000)).to.equal(true)
    expect(await other.next(1000)).to.equal(true)
    const [woken, asleep] = [resultOf(wait.next(10_000)), resultOf(other.next(10_000))]
    await time.advance(100)
    expect([woken.value, asleep.value]).to.deep.equal([undefined, undefined])
    moved.push(mine)
    await time.advance(100)
    expect([woken.value, asleep.value]).to.deep.equal([true, undefined])
    for (let step = 0; step < 100; step += 1) await time.advance(100)
    expect(asleep.value).to.equal(false)
  })

  it('notices an event that arrives between the reading and the wait', async () => {
    const { arrivals, moved, time } = scene()
    const mine = fresh.id('app')
    const wait = arrivals.wait(mine)
    await time.advance(0)
    await wait.next(0)
    moved.push(mine)
    await time.advance(100)
    expect(await wait.next(10_000)).to.equal(true)
  })

  it('ends when the process stops', async () => {
    const { arrivals, time, resultOf } = scene()
    const wait = arrivals.wait(fresh.id('app'))
    await time.advance(0)
    await wait.next(0)
    const ended = resultOf(wait.next(25_000))
    arrivals.stop()
    await time.advance(0)
    expect(ended.value).to.equal(false)
    expect(await arrivals.wait(fresh.id('app')).next(25_000)).to.equal(false)
  })
})
