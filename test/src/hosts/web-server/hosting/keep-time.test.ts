import { expect } from 'chai'
import type { Offsets } from '@postrider/core/kernel/time/comparison'
import { TE } from '@postrider/core/fp'
import type { ClockComparison, Timekeeping } from '@postrider/core/platform/ports/timekeeping'
import { keepTime } from '@postrider/web-server/hosting/keep-time'
import { manualTime } from '../../../core/fakes/manual-time.js'

const NEAR: Offsets = { machineMs: 5, processMs: 0 }
const FAR: Offsets = { machineMs: 90_000, processMs: 0 }

/** A host's clock check, with the result of each comparison and its output. */
const aTimekeeper = () => {
  const time = manualTime()
  const lines: string[] = []
  const shown: number[] = []
  let comparisons = 0
  let last: ClockComparison | undefined
  let next: ClockComparison | undefined
  const timekeeping: Timekeeping = {
    compare: () => {
      comparisons += 1
      last = next ?? last
      return next === undefined ? TE.left({ _tag: 'StorageUnavailable', cause: 'away' }) : TE.right(next)
    },
    last: () => last,
  }
  const say = (level: string) => (_: object, message: string) => void lines.push(`${level} ${message}`)
  const log = {
    writesDebug: true,
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
  }
  const gauges = { clockOffsets: ({ machineMs }: Offsets) => void shown.push(machineMs) }
  return {
    lines,
    shown,
    time,
    comparisons: () => comparisons,
    /** Sets the result of the next comparisons. */
    find: (offsets: Offsets | undefined, isFollowed = true) => {
      next = offsets && { latest: offsets, lasting: offsets, isFollowed }
    },
    met: () => void (last = next),
    start: () => keepTime({ ports: { timekeeping, timers: time.timers }, gauges, log }),
  }
}

describe('The clock check of a host', () => {
  it('compares the clocks each minute, publishes the result, and logs nothing while they agree', async () => {
    const sequencer = aTimekeeper()
    sequencer.find(NEAR)
    sequencer.met()
    sequencer.start()
    expect([sequencer.comparisons(), sequencer.shown]).to.deep.equal([0, [5]])
    await sequencer.time.advance(59_999)
    expect(sequencer.comparisons()).to.equal(0)
    await sequencer.time.advance(120_001)
    expect([sequencer.comparisons(), sequencer.shown]).to.deep.equal([3, [5, 5, 5, 5]])
    expect(sequencer.lines).to.deep.equal([])
  })

  it('warns once about different clocks, checks every ten seconds, and logs when they agree', async () => {
    const sequencer = aTimekeeper()
    sequencer.find(FAR)
    sequencer.met()
    sequencer.start()
    expect(sequencer.lines).to.deep.equal(['warn the clocks differ too much'])
    await sequencer.time.advance(30_000)
    expect([sequencer.comparisons(), sequencer.lines.length]).to.deep.equal([3, 1])
    sequencer.find({ machineMs: -2_000, processMs: 0 })
    await sequencer.time.advance(10_000)
    sequencer.find(NEAR)
    await sequencer.time.advance(10_000)
    expect(sequencer.lines.slice(1)).to.deep.equal(['warn the clocks differ', 'info the clocks agree'])
  })

  it("checks again soon for a clock that it doesn't follow yet", async () => {
    const sequencer = aTimekeeper()
    sequencer.find(NEAR, false)
    sequencer.met()
    sequencer.start()
    await sequencer.time.advance(10_000)
    expect(sequencer.comparisons()).to.equal(1)
  })

  it('asks a new database four times a second, and a lost one every ten seconds', async () => {
    const sequencer = aTimekeeper()
    sequencer.start()
    await sequencer.time.advance(1_000)
    expect(sequencer.comparisons()).to.equal(4)
    sequencer.find(NEAR)
    await sequencer.time.advance(250)
    sequencer.find(undefined)
    await sequencer.time.advance(60_000)
    expect(sequencer.comparisons()).to.equal(6)
    await sequencer.time.advance(10_000)
    expect(sequencer.comparisons()).to.equal(7)
  })

  it('stops on request', async () => {
    const sequencer = aTimekeeper()
    sequencer.find(NEAR)
    sequencer.met()
    const kept = sequencer.start()
    kept.stop()
    await sequencer.time.advance(600_000)
    expect(sequencer.comparisons()).to.equal(0)
  })
})
