import { expect } from 'chai'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { loadLevel, type SendLoad, withSend } from '@postrider/core/kernel/pacing/send-load'
import { nextSize, restAfter } from '@postrider/core/kernel/pacing/work-pace'

describe('The rest after a batch', () => {
  it('is in proportion to its duration, longer during sends, and even longer while sends are slow', () => {
    expect([0, 1, 2.5].map((level) => restAfter('upkeep', 20, level))).to.deep.equal([180, 380, 950])
    expect([0, 1, 2.5].map((level) => restAfter('awaited', 20, level))).to.deep.equal([5, 20, 50])
  })

  it('is halved with every hour of backlog, down to four times the batch', () => {
    const after = (hours: number) => restAfter('upkeep', 20, 1, hours * 3_600_000)
    expect([0.9, 1, 2, 3, 9].map(after)).to.deep.equal([380, 190, 95, 80, 80])
    expect(restAfter('upkeep', 20, 3, 9 * 3_600_000)).to.equal(240)
    expect([0, 1, 2].map((hours) => restAfter('upkeep', 20, 0, hours * 3_600_000))).to.deep.equal([
      180, 90, 80,
    ])
  })

  it('has limits', () => {
    expect(restAfter('upkeep', 0, 1)).to.equal(5)
    expect(restAfter('upkeep', 60_000, 1)).to.equal(30_000)
    expect(restAfter('upkeep', 100, 500)).to.equal(19_000)
  })
})

describe('The size of the next batch', () => {
  const bounds = { least: 50, most: 1_000 }

  it('follows the duration of the last one, so that it takes at most 50 ms', () => {
    expect(nextSize(bounds, 1_000, 200)).to.equal(200)
    expect(nextSize(bounds, 200, 40)).to.equal(200)
    expect(nextSize(bounds, 200, 24)).to.equal(400)
  })

  it('stays within its limits', () => {
    expect(nextSize(bounds, 60, 5_000)).to.equal(50)
    expect(nextSize(bounds, 800, 1)).to.equal(1_000)
  })
})

describe('The load on sends', () => {
  /** Returns the load after these transactions, one every 10 ms. */
  const after = (load: SendLoad | undefined, tookMs: number, count: number, sinceMs: number): SendLoad => {
    let now = load
    for (let at = 0; at < count; at += 1) now = withSend(now, tookMs, sinceMs + at * 10)
    if (now === undefined) throw new Error('no transaction')
    return now
  }

  it('is 1 at the usual duration of transactions, and 0 a second after the last one', () => {
    const load = after(undefined, 8, 100, NOW_MS)
    expect(loadLevel(load, NOW_MS + 1_000)).to.equal(1)
    expect(loadLevel(load, NOW_MS + 1_990)).to.equal(0)
  })

  it("grows when they take longer, and returns to 1 when they don't", () => {
    const normal = after(undefined, 8, 100, NOW_MS)
    const slow = after(normal, 40, 200, NOW_MS + 1_000)
    expect(loadLevel(slow, NOW_MS + 3_000)).to.be.within(4, 5)
    expect(loadLevel(after(slow, 8, 300, NOW_MS + 3_000), NOW_MS + 6_000)).to.be.within(1, 1.05)
  })

  it('adapts to a slower database within minutes, not seconds', () => {
    const slow = after(after(undefined, 8, 100, NOW_MS), 16, 1_000, NOW_MS + 1_000)
    expect(loadLevel(slow, NOW_MS + 11_000)).to.be.greaterThan(1.7)
    expect(loadLevel(after(slow, 16, 10_000, NOW_MS + 11_000), NOW_MS + 111_000)).to.equal(1)
  })
})
