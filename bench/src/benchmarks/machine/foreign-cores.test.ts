import { expect } from 'chai'
import { busyCores, foreignCores, type MachineReading } from './foreign-cores.js'
import { treeOf } from './processes.js'

const SECOND = 1_000_000

const reading = (seconds: number, busy: number, own: number): MachineReading => ({
  atMicroseconds: seconds * SECOND,
  busyMicroseconds: busy * SECOND,
  ownMicroseconds: own * SECOND,
})

describe('The CPU use of other programs', () => {
  it("is the CPU time between two readings that isn't the run's own", () => {
    const before = reading(100, 1000, 30)
    expect(foreignCores(before, reading(104, 1006, 34))).to.be.closeTo(0.5, 1e-9)
    expect(foreignCores(before, reading(104, 1004, 34))).to.equal(0)
    expect(busyCores(before, reading(104, 1006, 34))).to.be.closeTo(1.5, 1e-9)
  })

  it('is never negative, although both are counted in ticks, one after the other', () => {
    expect(foreignCores(reading(0, 10, 5), reading(2, 12, 7.01))).to.equal(0)
  })

  it('excludes all descendants of the run, in any order of the process numbers', () => {
    const all = [
      { pid: 5, parent: 9, ticks: 1 },
      { pid: 9, parent: 7, ticks: 1 },
      { pid: 7, parent: 1, ticks: 1 },
      { pid: 8, parent: 1, ticks: 1 },
      { pid: 1, parent: 0, ticks: 1 },
    ]
    expect(treeOf(all, 7).map(({ pid }) => pid)).to.have.members([5, 7, 9])
  })
})
