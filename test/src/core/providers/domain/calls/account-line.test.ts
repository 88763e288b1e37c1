import { expect } from 'chai'
import fc from 'fast-check'
import {
  type AccountLine,
  longestLine,
  NEW_LINE,
  withOneSentAway,
  withSlotLeft,
} from '@postrider/core/providers/domain/calls/account-line'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'

const SLOTS = 10

const heldFor = (ms: number, calls = 200): AccountLine =>
  Array.from({ length: calls }).reduce<AccountLine>((line) => withSlotLeft(line, ms), NEW_LINE)

/** The return times of this number of calls that are rejected one after the other, counted from now. */
const sentAway = (line: AccountLine, count: number): readonly number[] => {
  const waits: number[] = []
  Array.from({ length: count }).reduce<AccountLine>((now) => {
    const next = withOneSentAway(now, SLOTS, NOW_MS)
    waits.push(next.roomAtMs - NOW_MS)
    return next
  }, line)
  return waits
}

describe('The line at an account', () => {
  it('defers calls until half of it is done, each one behind the previous, a little early', () => {
    const waits = sentAway(heldFor(100), 3)
    // Ten slots of 100 ms let one through every 10 ms, or 7 ms with the early return. 250 wait.
    expect(waits.map(Math.round)).to.deep.equal([882, 889, 896])
  })

  it('follows the duration of calls, and starts with an estimate', () => {
    expect(sentAway(NEW_LINE, 1).map(Math.floor)).to.deep.equal([441])
    expect(heldFor(2_000).heldMs).to.be.closeTo(2_000, 1)
    expect(withSlotLeft(NEW_LINE, 50 + 160).heldMs).to.be.closeTo(60, 0.001)
    expect(withSlotLeft(NEW_LINE, -5).heldMs).to.be.at.least(0)
  })

  it('holds one second of calls, at least 250 and at most 750', () => {
    expect(longestLine(heldFor(100), 40)).to.equal(400)
    expect(longestLine(heldFor(5_000), 1)).to.equal(250)
    expect(longestLine(heldFor(0), 1_000)).to.equal(750)
  })

  it('rejects no call for longer than two minutes or into the past, for any durations', () => {
    const held = fc.integer({ min: 0, max: 600_000 })
    check(
      fc.property(held, fc.integer({ min: 1, max: 1_000 }), fc.nat(5_000), (heldMs, slots, behindMs) => {
        const line = { heldMs, roomAtMs: NOW_MS + behindMs }
        const { roomAtMs } = withOneSentAway(line, slots, NOW_MS)
        expect(roomAtMs).to.be.within(NOW_MS, NOW_MS + 2 * MINUTE_MS)
        expect(roomAtMs).to.be.at.least(Math.min(line.roomAtMs, NOW_MS + 2 * MINUTE_MS))
      }),
    )
  })
})
