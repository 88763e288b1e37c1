import { expect } from 'chai'
import { askedOf, judgeRow, type TargetLeg, type TargetRow, verdictText } from './target-row.js'

const leg = (ratePerSecond: number, foreignCores = 0): TargetLeg => ({
  ratePerSecond,
  busyCores: 2,
  foreignCores,
  loadAverage: 1,
  p50Ms: 1,
  p99Ms: 2,
  nodeMicroseconds: 100,
  databaseMicroseconds: 50,
  residentMiB: 100,
})

const row: TargetRow = {
  what: 'a / b',
  once: '0.40',
  target: 0.65,
  of: (find) => find('a').ratePerSecond / find('b').ratePerSecond,
}

describe('A row of targets', () => {
  it('is the median of the ratios within each round, not the ratio of medians', () => {
    const rounds = [
      new Map([
        ['a', leg(100)],
        ['b', leg(200)],
      ]),
      new Map([
        ['a', leg(900)],
        ['b', leg(1000)],
      ]),
      new Map([
        ['a', leg(210)],
        ['b', leg(300)],
      ]),
    ]
    const verdict = judgeRow(row, rounds)
    expect(verdict).to.include({ low: 0.5, median: 0.7, high: 0.9, isReached: true, rounds: 3 })
    expect(verdictText(verdict)).to.equal('reached')
  })

  it("excludes rounds with a missing or empty leg, and isn't measured if no round is left", () => {
    const whole = new Map([
      ['a', leg(1)],
      ['b', leg(2)],
    ])
    expect(judgeRow(row, [whole, new Map([['a', leg(1)]])])?.rounds).to.equal(1)
    expect(verdictText(judgeRow(row, [new Map()]))).to.equal('not measured')
    const nothing = new Map([
      ['a', leg(1)],
      ['b', leg(0)],
    ])
    expect(judgeRow(row, [whole, nothing])?.rounds).to.equal(1)
    expect(verdictText(judgeRow(row, [nothing]))).to.equal('not measured')
  })

  it('is untrusted if other programs used more than 0.3 cores during one of its legs', () => {
    const round = (foreignCores: number) =>
      judgeRow(row, [
        new Map([
          ['a', leg(1)],
          ['b', leg(2, foreignCores)],
          ['another', leg(2, 2)],
        ]),
      ])
    expect(verdictText(round(0.3))).to.equal('missed')
    expect(verdictText(round(0.31))).to.equal('missed, NOT TO BE TRUSTED')
  })

  it('requires the target, or 1.6 times the first value (0.63 times for costs), whichever is easier', () => {
    expect(askedOf(row)).to.equal(0.65)
    expect(askedOf({ ...row, first: 0.5 })).to.equal(0.65)
    expect(askedOf({ ...row, first: 0.25 })).to.equal(0.4)
    const cost = { ...row, target: 1.7, isMost: true }
    expect(askedOf({ ...cost, first: 2 })).to.equal(1.7)
    expect(askedOf({ ...cost, first: 4 })).to.be.closeTo(2.52, 1e-9)
    expect(judgeRow({ ...cost, of: () => 1.8 }, [new Map()])?.isReached).to.equal(false)
  })
})
