import { expect } from 'chai'
import type { Offsets } from '@postrider/core/kernel/time/comparison'
import { TE } from '@postrider/core/fp'
import type { ClockComparison, Timekeeping } from '@postrider/core/platform/ports/timekeeping'
import { keepTime } from '@postrider/hosting/keep-time'
import { manualTime } from '../../core/fakes/manual-time.js'

const NEAR: Offsets = { machineMs: 5, processMs: 0 }
const FAR: Offsets = { machineMs: 90_000, processMs: 0 }

/** A host that keeps time, what it was told by each comparison, and what it made of it. */
const aKeeper = () => {
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
    /** What the next comparisons find. */
    find: (offsets: Offsets | undefined, isFollowed = true) => {
      next = offsets && { latest: offsets, lasting: offsets, isFollowed }
    },
    met: () => void (last = next),
    start: () => keepTime({ ports: { timekeeping, timers: time.timers }, gauges, log }),
  }
}

describe('Keeping time in a host', () => {
  it('compares the clocks each minute, shows what was found, and says nothing while they agree', async () => {
    const keeper = aKeeper()
    keeper.find(NEAR)
    keeper.met()
    keeper.start()
    expect([keeper.comparisons(), keeper.shown]).to.deep.equal([0, [5]])
    await keeper.time.advance(59_999)
    expect(keeper.comparisons()).to.equal(0)
    await keeper.time.advance(120_001)
    expect([keeper.comparisons(), keeper.shown]).to.deep.equal([3, [5, 5, 5, 5]])
    expect(keeper.lines).to.deep.equal([])
  })

  it('warns once of clocks that are apart, looks again every ten seconds, and tells when they agree', async () => {
    const keeper = aKeeper()
    keeper.find(FAR)
    keeper.met()
    keeper.start()
    expect(keeper.lines).to.deep.equal(['warn the clocks differ too much'])
    await keeper.time.advance(30_000)
    expect([keeper.comparisons(), keeper.lines.length]).to.deep.equal([3, 1])
    keeper.find({ machineMs: -2_000, processMs: 0 })
    await keeper.time.advance(10_000)
    keeper.find(NEAR)
    await keeper.time.advance(10_000)
    expect(keeper.lines.slice(1)).to.deep.equal(['warn the clocks differ', 'info the clocks agree'])
  })

  it('looks again soon at a clock that it does not follow yet', async () => {
    const keeper = aKeeper()
    keeper.find(NEAR, false)
    keeper.met()
    keeper.start()
    await keeper.time.advance(10_000)
    expect(keeper.comparisons()).to.equal(1)
  })

  it('asks a database that it has not met four times a second, and one that went away every ten', async () => {
    const keeper = aKeeper()
    keeper.start()
    await keeper.time.advance(1_000)
    expect(keeper.comparisons()).to.equal(4)
    keeper.find(NEAR)
    await keeper.time.advance(250)
    keeper.find(undefined)
    await keeper.time.advance(60_000)
    expect(keeper.comparisons()).to.equal(6)
    await keeper.time.advance(10_000)
    expect(keeper.comparisons()).to.equal(7)
  })

  it('ends when it is told to', async () => {
    const keeper = aKeeper()
    keeper.find(NEAR)
    keeper.met()
    const kept = keeper.start()
    kept.stop()
    await keeper.time.advance(600_000)
    expect(keeper.comparisons()).to.equal(0)
  })
})
