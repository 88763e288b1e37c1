import { expect } from 'chai'
import { type ReadOutcome, ReadTimer } from '@postrider/web/live/read-timer'
import { FakeWorld, settled } from './fake-socket.js'

/** A timer whose readings take so long; when each of them started. */
const openTimer = (tookMs: number) => {
  const world = new FakeWorld()
  const { later, nowMs } = world.client.port
  const beganMs = world.nowMs
  const starts: number[] = []
  const state = { outcome: 'done' as ReadOutcome, apartMs: 500 }
  const timer = new ReadTimer({ later, nowMs, apartMs: () => state.apartMs }, () => {
    starts.push(nowMs() - beganMs)
    return new Promise((resolve) => void later(tookMs, () => resolve(state.outcome)))
  })
  /** Changes come so far apart, for so long. */
  const changeFor = async (ms: number, everyMs: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += everyMs) {
      timer.changed()
      await world.pass(everyMs)
    }
  }
  return { world, timer, starts, state, changeFor }
}

describe('Readings of what changes', () => {
  it('come every 500 ms while changes come, however close they are', async () => {
    const { starts, changeFor } = openTimer(30)
    await changeFor(4_900, 100)
    expect(starts).to.deep.equal([0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500])
  })

  it('come one after another where each takes long, at once', async () => {
    const { starts, changeFor } = openTimer(800)
    await changeFor(3_000, 100)
    expect(starts).to.deep.equal([0, 800, 1_600, 2_400])
  })

  it('come after the last change', async () => {
    const { world, timer, starts } = openTimer(30)
    timer.changed()
    await world.pass(10)
    timer.changed()
    await world.pass(10_000)
    expect(starts).to.deep.equal([0, 500])
  })

  it('are tried again where they failed, and go on where something is left', async () => {
    const { world, timer, starts, state } = openTimer(30)
    state.outcome = 'failed'
    timer.changed()
    await world.pass(1_000)
    state.outcome = 'more'
    await world.pass(1_500)
    state.outcome = 'done'
    await world.pass(10_000)
    expect(starts).to.deep.equal([0, 2_030, 2_530])
  })

  it('come sooner when a page is shown that was hidden, and never after the end', async () => {
    const { world, timer, starts, state } = openTimer(30)
    state.apartMs = 5_000
    timer.changed()
    await world.pass(100)
    timer.changed()
    await world.pass(1_000)
    expect(starts).to.deep.equal([0])
    state.apartMs = 500
    timer.replan()
    await world.pass(1)
    expect(starts).to.deep.equal([0, 1_100])
    timer.changed()
    timer.stop()
    await world.pass(60_000)
    await settled()
    expect(starts).to.have.length(2)
  })
})
