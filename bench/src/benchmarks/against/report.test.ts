import { expect } from 'chai'
import type { Leg, Pair } from './leg.js'
import { acceptance } from './acceptance-plane.js'
import { verdictOf } from './report.js'

const leg = (nodeMicroseconds: number, databaseMicroseconds: number): Leg => ({
  ratePerSecond: 1000,
  nodeMicroseconds,
  databaseMicroseconds,
})

/** Process and database together cost 5 % more than there. */
const DEARER: Pair = { here: leg(310, 110), there: leg(300, 100) }

const verdict = (atMost: number, pairs: readonly Pair[]): string =>
  verdictOf({ plane: acceptance, engine: 'MariaDB', atMost, pairs })

describe('The verdict on a plane', () => {
  it('compares the combined cost of process and database', () => {
    const pairs = Array.from({ length: 6 }, () => DEARER)
    expect(verdict(1.04, pairs)).to.equal('BROKEN')
    expect(verdict(1.06, pairs)).to.equal('holds')
  })

  it('is missing while the interval is wide', () => {
    const wide = [0.9, 0.95, 1, 1.05, 1.1, 1.15].map((ratio) => ({ here: leg(ratio, 0), there: leg(1, 0) }))
    expect(verdict(1, wide)).to.equal('undecided')
    expect(verdict(1, [DEARER])).to.equal('undecided')
  })
})
