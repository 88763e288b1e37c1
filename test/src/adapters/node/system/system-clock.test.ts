import { expect } from 'chai'
import { createSystemClock } from '@postrider/node/system/system-clock'

const HOUR_MS = 3_600_000

/** Clocks of a machine that stay still until the test sets them. */
const someClocks = () => {
  const state = { wallMs: 1_700_000_000_000, stopwatchMs: 0 }
  const clock = createSystemClock({ wallMs: () => state.wallMs, stopwatchMs: () => state.stopwatchMs })
  return {
    clock,
    pass: (ms: number): void => {
      state.wallMs += ms
      state.stopwatchMs += ms
    },
    setWall: (byMs: number): void => void (state.wallMs += byMs),
    begunAtMs: state.wallMs,
  }
}

describe('The system clock', () => {
  it("shows the time of the machine while it isn't synchronized", () => {
    const clock = createSystemClock()
    const before = Date.now()
    expect(clock.nowMs()).to.be.within(before - 1, Date.now() + 1)
  })

  it("continues as time passes, through an hour's step of the machine's clock and back", () => {
    const { clock, pass, setWall, begunAtMs } = someClocks()
    const times: number[] = []
    const tell = (ms: number): void => {
      pass(ms)
      times.push(clock.nowMs() - begunAtMs)
    }
    tell(1_000)
    setWall(HOUR_MS)
    tell(500)
    tell(1_000)
    setWall(-HOUR_MS)
    tell(1_000)
    setWall(-HOUR_MS)
    tell(30_000)
    expect(times).to.deep.equal([1_000, 1_500, 2_500, 3_500, 33_500])
  })

  it('approaches another clock without a jump, by a twentieth of the time that passes', () => {
    const { clock, pass, begunAtMs } = someClocks()
    clock.steer(0, begunAtMs - 100)
    pass(1_000)
    expect(clock.nowMs() - begunAtMs).to.equal(950)
    pass(9_000)
    expect(clock.nowMs() - begunAtMs).to.equal(9_900)
    clock.steer(10_000, begunAtMs + 10_000)
    pass(2_000)
    expect(clock.nowMs() - begunAtMs).to.equal(12_000)
  })

  it('starts over when its time is set', () => {
    const { clock, pass, begunAtMs } = someClocks()
    expect(clock.nowMs()).to.equal(begunAtMs)
    clock.begin(0, begunAtMs - HOUR_MS)
    pass(10)
    expect(clock.nowMs()).to.equal(begunAtMs - HOUR_MS + 10)
  })

  it('returns whole milliseconds that never go back', () => {
    const { clock, pass, begunAtMs } = someClocks()
    let last = 0
    for (let count = 0; count < 20_000; count += 1) {
      pass(0.37)
      if (count % 1_000 === 0) clock.steer(count * 0.37, begunAtMs + count * 0.37 + (count % 7) * 100 - 300)
      const nowMs = clock.nowMs()
      if (nowMs < last || !Number.isInteger(nowMs)) throw new Error(`${nowMs} after ${last}`)
      last = nowMs
    }
  })
})
