import { expect } from 'chai'
import { changeDelays, gaugeDelays } from './screen-delays.js'

const event = (seq: number, receivedAtMs: number, asOfMs?: number) => ({ seq, receivedAtMs, asOfMs })

describe('The delay from the commit to the screen', () => {
  const changes = [
    { seq: 3, atMs: 1000 },
    { seq: 7, atMs: 1500 },
  ]

  it('ends at the first event that includes the change', () => {
    const screen = [event(2, 1010), event(5, 1100), event(6, 1510), event(9, 1700)]
    expect(changeDelays([screen], changes)).to.deep.equal({ p50Ms: 200, p95Ms: 200, p99Ms: 200, count: 2 })
  })

  it('ends at the first gauges that were read after the change', () => {
    const screen = [event(9, 1900, 900), event(9, 2500, 1400), event(9, 4600, 1600)]
    expect(gaugeDelays([screen], changes).p95Ms).to.equal(3100)
    expect(gaugeDelays([screen], changes.slice(0, 1)).p50Ms).to.equal(1500)
  })

  it('is infinite for a change that never arrived', () => {
    expect(changeDelays([[event(3, 1001)], []], changes).p95Ms).to.equal(Number.POSITIVE_INFINITY)
  })
})
