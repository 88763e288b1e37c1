import { expect } from 'chai'
import { createSystemClock } from '@postrider/system/system-clock'

describe('The system clock', () => {
  it('tells the time of the machine', () => {
    const clock = createSystemClock()
    const before = Date.now()
    expect(clock.nowMs()).to.be.within(before, Date.now())
  })

  it('stands still, and never goes back, while the time of the machine has been set back', () => {
    const times = [1000, 1005, 400, 900, 1005, 1006]
    const clock = createSystemClock(() => times.shift() ?? 0)
    expect(Array.from({ length: 6 }, () => clock.nowMs())).to.deep.equal([1000, 1005, 1005, 1005, 1005, 1006])
  })
})
