import { expect } from 'chai'
import { type Batcher, createBatcher } from '@postrider/core/kernel/batching/batcher'
import { E } from '@postrider/core/fp'
import { manualTime, turn } from '../../fakes/manual-time.js'

interface Batch {
  readonly items: readonly number[]
  finish(): void
  fail(cause: Error): void
}

const aCoalescer = (limits: Partial<{ lanes: number; maxBatch: number; maxWaiting: number }> = {}) => {
  const batches: Batch[] = []
  const time = manualTime()
  const run = (items: readonly number[]): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      batches.push({ items, finish: () => resolve(items.map((item) => `did ${item}`)), fail: reject })
    })
  const { timers } = time
  const one: Batcher<number, string> = createBatcher({
    timers,
    run,
    lanes: 1,
    maxBatch: 100,
    maxWaiting: 100,
    ...limits,
  })
  return { one, batches, time, sizes: () => batches.map(({ items }) => items.length) }
}

const answered = async (promise: Promise<unknown>): Promise<boolean> => {
  let isSettled = false
  const settle = (): void => {
    isSettled = true
  }
  promise.then(settle, settle)
  await turn()
  return isSettled
}

describe('Coalescing', () => {
  it('runs a single item at once, without waiting for a timer', async () => {
    const { one, batches, time } = aCoalescer()
    const answer = one.submit(1)
    await turn(1)
    expect(batches.map(({ items }) => items)).to.deep.equal([[1]])
    batches[0]?.finish()
    expect(await answer).to.deep.equal(E.right('did 1'))
    expect(time.timersSet()).to.equal(0)
  })

  it('runs all items of one turn together, in order, and returns each its own result', async () => {
    const { one, batches } = aCoalescer()
    const answers = [3, 1, 2].map((item) => one.submit(item))
    await turn()
    expect(batches.map(({ items }) => items)).to.deep.equal([[3, 1, 2]])
    batches[0]?.finish()
    expect(await Promise.all(answers)).to.deep.equal(['did 3', 'did 1', 'did 2'].map(E.right))
  })

  it('collects items while its lanes are busy, and never runs more batches than lanes', async () => {
    const { one, batches, sizes } = aCoalescer({ lanes: 2, maxBatch: 3 })
    void one.submit(0)
    await turn()
    void one.submit(1)
    await turn()
    for (let item = 2; item < 9; item += 1) void one.submit(item)
    await turn()
    expect(sizes()).to.deep.equal([1, 1])
    batches[0]?.finish()
    await turn()
    expect(sizes()).to.deep.equal([1, 1, 3])
    batches[1]?.finish()
    batches[2]?.finish()
    await turn()
    expect(sizes()).to.deep.equal([1, 1, 3, 3, 1])
    expect(batches.flatMap(({ items }) => items)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('refuses an item when too many wait, and accepts items again afterwards', async () => {
    const { one, batches } = aCoalescer({ maxWaiting: 2 })
    void one.submit(0)
    await turn()
    const waiting = [one.submit(1), one.submit(2)]
    const refused = await one.submit(3)
    expect(E.isLeft(refused) && refused.left._tag).to.equal('Overloaded')
    batches[0]?.finish()
    await turn()
    batches[1]?.finish()
    expect((await Promise.all(waiting)).every(E.isRight)).to.equal(true)
    const later = one.submit(4)
    await turn()
    batches[2]?.finish()
    expect(await later).to.deep.equal(E.right('did 4'))
  })

  it('rejects the items of a failed batch, and continues with the others', async () => {
    const { one, batches } = aCoalescer()
    const first = one.submit(1)
    await turn()
    const second = one.submit(2)
    batches[0]?.fail(new Error('broken'))
    const failure = await first.catch((cause: unknown) => cause)
    expect(failure).to.be.instanceOf(Error)
    await turn()
    batches[1]?.finish()
    expect(await second).to.deep.equal(E.right('did 2'))
  })

  it('is idle only when nothing waits or runs', async () => {
    const { one, batches } = aCoalescer({ maxBatch: 1 })
    expect(await answered(one.idle())).to.equal(true)
    void one.submit(1)
    void one.submit(2)
    const idle = one.idle()
    expect(await answered(idle)).to.equal(false)
    batches[0]?.finish()
    expect(await answered(idle)).to.equal(false)
    batches[1]?.finish()
    expect(await answered(idle)).to.equal(true)
  })
})
