import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { createTimekeeping } from '@postrider/node/system/system-timekeeping'
import { right } from '@postrider/conformance/outcome'

const HOUR_MS = 3_600_000
const START_MS = 1_700_000_000_000

/** A process, its machine and its database, with clocks that the test sets. Queries take some time. */
const someMachines = (machineAheadMs = 0) => {
  const state = {
    stopwatchMs: 0,
    machineAheadMs,
    databaseAheadMs: 0,
    isAway: false,
    /** The travel times to the database and back, query by query. */
    ways: [] as Array<readonly [number, number]>,
    pausesMs: [] as number[],
    onPause: (): void => undefined,
  }
  const clock = createSystemClock({
    wallMs: () => START_MS + state.stopwatchMs + state.machineAheadMs,
    stopwatchMs: () => state.stopwatchMs,
  })
  const timekeeping = createTimekeeping({
    clock,
    timers: {
      soon: (run) => setImmediate(run),
      after: (delayMs, run) => {
        state.stopwatchMs += delayMs
        state.pausesMs.push(delayMs)
        state.onPause()
        setImmediate(run)
        return () => undefined
      },
    },
    askTime: () => async () => {
      const [there, back] = state.ways.shift() ?? [1, 1]
      state.stopwatchMs += there
      const databaseMs = START_MS + state.stopwatchMs + state.databaseAheadMs
      state.stopwatchMs += back
      return state.isAway ? E.left({ _tag: 'StorageUnavailable', cause: 'away' }) : E.right(databaseMs)
    },
  })
  return {
    state,
    clock,
    timekeeping,
    pass: (ms: number): void => void (state.stopwatchMs += ms),
    /** The process's time minus the real time. */
    aheadMs: (): number => clock.nowMs() - START_MS - state.stopwatchMs,
  }
}

describe('Keeping the time of a process', () => {
  it("starts with the database's clock and not with the machine's", async () => {
    const { timekeeping, aheadMs } = someMachines(90_000)
    expect(aheadMs()).to.equal(90_000)
    expect(timekeeping.last()).to.equal(undefined)
    const { latest, isFollowed } = await right(timekeeping.compare())
    expect(aheadMs()).to.equal(0)
    expect(latest).to.deep.equal({ machineMs: 90_000, processMs: 0 })
    expect(isFollowed).to.equal(true)
  })

  it("queries a second time if the machine's clock differs much from the database's before it starts", async () => {
    const { timekeeping, aheadMs, state } = someMachines(90_000)
    await right(timekeeping.compare())
    expect(state.pausesMs).to.deep.equal([2_000])
    expect(aheadMs()).to.equal(0)
  })

  it('starts with a value that two readings agree on, not with a short step', async () => {
    const { timekeeping, aheadMs, state } = someMachines()
    state.databaseAheadMs = HOUR_MS
    state.onPause = () => void (state.databaseAheadMs = 0)
    await right(timekeeping.compare())
    expect(aheadMs()).to.equal(0)
  })

  it('takes the middle of the fastest of three queries', async () => {
    const { timekeeping, aheadMs, state } = someMachines()
    state.ways = [
      [400, 0],
      [3, 3],
      [0, 900],
    ]
    await right(timekeeping.compare())
    expect(aheadMs()).to.equal(0)
  })

  it("ignores all changes of the machine's clock", async () => {
    const { timekeeping, aheadMs, state, pass } = someMachines()
    await right(timekeeping.compare())
    for (const stepMs of [HOUR_MS, -2 * HOUR_MS, HOUR_MS]) {
      state.machineAheadMs += stepMs
      pass(1_500)
      await right(timekeeping.compare())
      expect(aheadMs()).to.equal(0)
    }
  })

  it("ignores an hour's short step of the database's clock, and reports no problem", async () => {
    for (const stepMs of [HOUR_MS, -HOUR_MS]) {
      const { timekeeping, aheadMs, state, pass } = someMachines()
      await right(timekeeping.compare())
      pass(60_000)
      state.databaseAheadMs = stepMs
      const stepped = await right(timekeeping.compare())
      expect(stepped.isFollowed).to.equal(false)
      expect(stepped.latest.processMs).to.equal(-stepMs)
      expect(Math.abs(stepped.lasting.processMs)).to.equal(0)
      pass(1_500)
      state.databaseAheadMs = 0
      pass(10_000)
      expect((await right(timekeeping.compare())).isFollowed).to.equal(true)
      expect(aheadMs()).to.equal(0)
    }
  })

  it('follows a lasting step, by a twentieth, and shows the difference until it is gone', async () => {
    const { timekeeping, aheadMs, state, pass } = someMachines()
    await right(timekeeping.compare())
    state.databaseAheadMs = HOUR_MS
    const offsets: number[] = []
    for (let turn = 0; turn < 7_400 && aheadMs() < HOUR_MS; turn += 1) {
      const before = aheadMs()
      pass(10_000)
      expect(aheadMs() - before).to.be.within(0, 501)
      const { lasting } = await right(timekeeping.compare())
      if (turn > 0 && turn < 40) offsets.push(lasting.processMs)
    }
    expect(offsets.every((offsetMs) => offsetMs < -0.9 * HOUR_MS)).to.equal(true)
    expect(aheadMs()).to.equal(HOUR_MS)
    // Five minutes of suspect offset, then an hour at a twentieth.
    expect(state.stopwatchMs).to.be.within(20 * HOUR_MS, 20.2 * HOUR_MS)
  })

  it("changes nothing while the database doesn't respond, and starts with its first response", async () => {
    const { timekeeping, aheadMs, state } = someMachines(-90_000)
    state.isAway = true
    expect(E.isLeft(await timekeeping.compare()())).to.equal(true)
    expect(timekeeping.last()).to.equal(undefined)
    expect(aheadMs()).to.equal(-90_000)
    state.isAway = false
    await right(timekeeping.compare())
    expect(aheadMs()).to.equal(0)
    state.isAway = true
    expect(E.isLeft(await timekeeping.compare()())).to.equal(true)
    expect(timekeeping.last()?.latest.processMs).to.equal(0)
  })
})
