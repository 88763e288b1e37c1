import { expect } from 'chai'
import { type ReadOutcome, ReadTimer } from '@postrider/web/live/read-timer'
import { FakeWorld, settled } from './fake-socket.js'

/** A timer whose readings take `tookMs`, and the times at which they started. */
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
  /** Reports a change every `everyMs`, for `ms`. */
  const changeFor = async (ms: number, everyMs: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += everyMs) {
      timer.changed()
      await world.pass(everyMs)
    }
  }
  return { world, timer, starts, state, changeFor }
}

describe('ReadTimer', () => {
  it('reads every 500 ms while changes come closer together', async () => {
    const { starts, changeFor } = openTimer(30)
    await changeFor(4_900, 100)
    expect(starts).to.deep.equal([0, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500])
  })

  it('starts the next reading at once after a slow one', async () => {
    const { starts, changeFor } = openTimer(800)
    await changeFor(3_000, 100)
    expect(starts).to.deep.equal([0, 800, 1_600, 2_400])
  })

  it('reads after the last change', async () => {
    const { world, timer, starts } = openTimer(30)
    timer.changed()
    await world.pass(10)
    timer.changed()
    await world.pass(10_000)
    expect(starts).to.deep.equal([0, 500])
  })

  it('retries failed readings and continues unfinished ones', async () => {
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

  it('reads sooner when a hidden page is shown, and never after stop', async () => {
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
