import { expect } from 'chai'
import { createStopwatch } from '@postrider/node/system/stopwatch'

const HOUR_MS = 3_600_000

describe('The stopwatch of a process', () => {
  it("counts the time that passes, also while the machine sleeps and Node's own clock stops", () => {
    let monotonicMs = 500
    let upMs = 90_000
    const stopwatch = createStopwatch({ monotonicMs: () => monotonicMs, uptimeSeconds: () => upMs / 1000 })
    const begunAt = stopwatch()
    const pass = (ms: number, isAsleep = false): number => {
      upMs += ms
      if (!isAsleep) monotonicMs += ms
      return stopwatch() - begunAt
    }
    expect(pass(700)).to.equal(700)
    expect(pass(5_000)).to.equal(5_700)
    pass(HOUR_MS, true)
    expect(pass(1_000)).to.equal(HOUR_MS + 6_700)
    expect(pass(60_000)).to.equal(HOUR_MS + 66_700)
    pass(HOUR_MS, true)
    expect(pass(1_000)).to.equal(2 * HOUR_MS + 67_700)
  })

  it("doesn't treat a coarse clock of seconds as sleep", () => {
    let passedMs = 0
    const stopwatch = createStopwatch({
      monotonicMs: () => passedMs,
      uptimeSeconds: () => Math.floor((passedMs + 300) / 1000),
    })
    for (let count = 0; count < 500; count += 1) {
      passedMs += 137
      expect(stopwatch()).to.equal(passedMs)
    }
  })

  it('runs on this machine', async () => {
    const stopwatch = createStopwatch()
    const before = stopwatch()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(stopwatch() - before).to.be.greaterThan(25)
  })
})
