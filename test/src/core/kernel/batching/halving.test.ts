import { expect } from 'chai'
import fc from 'fast-check'
import { brokenAlone, inHalves } from '@postrider/core/kernel/batching/halving'
import { E } from '@postrider/core/fp'

/** Does items unless one of them is poison, and records the attempts. */
const aBatch = (isPoison: (item: number) => boolean) => {
  const tried: (readonly number[])[] = []
  let underWay = 0
  const run = inHalves<number, string, readonly string[]>({
    attempt: async (items) => {
      expect(underWay).to.equal(0)
      underWay += 1
      tried.push(items)
      await Promise.resolve()
      underWay -= 1
      return items.some(isPoison) ? E.left('poison') : E.right(items.map((item) => `done ${item}`))
    },
    alone: (items, failure) => items.map((item) => `${failure} ${item}`),
    join: (first, second) => {
      expect(first.result).to.have.lengthOf(first.items.length)
      expect(second.result).to.have.lengthOf(second.items.length)
      return [...first.result, ...second.result]
    },
  })
  return { run, tried }
}

describe('A batch that is done in halves', () => {
  it('is tried once if nothing is wrong with it', async () => {
    const { run, tried } = aBatch(() => false)
    expect(await run([1, 2, 3])).to.deep.equal(['done 1', 'done 2', 'done 3'])
    expect(tried).to.deep.equal([[1, 2, 3]])
  })

  it('is divided, one part after the other, until the poison is isolated', async () => {
    const { run, tried } = aBatch((item) => item === 4)
    expect(await run([1, 2, 3, 4, 5])).to.deep.equal(['done 1', 'done 2', 'done 3', 'poison 4', 'done 5'])
    expect(tried).to.deep.equal([[1, 2, 3, 4, 5], [1, 2, 3], [4, 5], [4], [5]])
  })

  it('does every sound item exactly once, and returns all results in order, for any poison', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (poison) => {
        const items = poison.map((_, at) => at)
        const isPoison = (item: number): boolean => poison[item] === true
        const { run, tried } = aBatch(isPoison)
        expect(await run(items)).to.deep.equal(
          items.map((item) => (isPoison(item) ? `poison ${item}` : `done ${item}`)),
        )
        const done = tried.filter((part) => !part.some(isPoison)).flat()
        expect(done).to.deep.equal(items.filter((item) => !isPoison(item)))
      }),
    )
  })

  it('ends if even an empty batch fails', async () => {
    const { run } = aBatch(() => false)
    expect(await run([])).to.deep.equal([])
    const broken = inHalves<number, string, readonly number[]>({
      attempt: () => Promise.resolve(E.left('broken')),
      alone: (items) => items,
      join: () => expect.fail('there was nothing to divide'),
    })
    expect(await broken([])).to.deep.equal([])
  })

  it('fails with the error of its attempt', async () => {
    const thrown = inHalves<number, string, number>({
      attempt: () => Promise.reject(new Error('a bug')),
      alone: () => 0,
      join: () => 0,
    })
    expect(await thrown([1, 2]).catch(String)).to.equal('Error: a bug')
  })
})

describe('A batch that rejects', () => {
  it('is done in halves, and the poison gets its own result', async () => {
    const tried: (readonly number[])[] = []
    const run = brokenAlone<number, string>(
      async (items) => {
        tried.push(items)
        if (items.includes(3)) throw new Error('poison')
        return items.map((item) => `done ${item}`)
      },
      (item, cause) => `${String(cause)} ${item}`,
    )
    expect(await run([1, 2, 3, 4])).to.deep.equal(['done 1', 'done 2', 'Error: poison 3', 'done 4'])
    expect(tried).to.deep.equal([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]])
  })
})
