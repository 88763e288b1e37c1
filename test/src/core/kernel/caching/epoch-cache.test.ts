import { expect } from 'chai'
import { epochCache } from '@postrider/core/kernel/caching/epoch-cache'
import { E } from '@postrider/core/fp'

interface Value {
  readonly epoch: number
}

type Found = E.Either<string, Value | undefined>

/** A cache whose reads end when the test ends them. */
const aCache = (capacity = 10) => {
  const readings: Array<{ readonly key: string; readonly end: (found: Found) => void }> = []
  const cache = epochCache<string, string, Value>({
    capacity,
    epochOf: ({ epoch }) => epoch,
    load: (key) => new Promise((resolve) => readings.push({ key, end: resolve })),
  })
  const end = (at: number, found: Found): void => readings[at]?.end(found)
  const at = (epoch: number): Found => E.right({ epoch })
  return { cache, readings, end, at }
}

describe('A cache by epochs', () => {
  it('reads once for concurrent requests, for each key separately', async () => {
    const { cache, readings, end, at } = aCache()
    const results = [cache.read('a'), cache.read('a'), cache.since('a', 1), cache.read('b')]
    expect(readings.map(({ key }) => key)).to.deep.equal(['a', 'b'])
    end(0, at(1))
    end(1, at(2))
    expect(await Promise.all(results)).to.deep.equal([at(1), at(1), at(1), at(2)])
    expect(cache.peek('a', 1)).to.deep.equal({ epoch: 1 })
    void cache.read('a')
    expect(readings).to.have.length(3)
  })

  it('returns what is recent enough from memory, and reads anything else', async () => {
    const { cache, readings, end, at } = aCache()
    const first = cache.read('a')
    end(0, at(3))
    await first
    expect(await cache.since('a', 3)).to.deep.equal(at(3))
    expect(readings).to.have.length(1)
    const newer = cache.since('a', 4)
    end(1, at(5))
    expect(await newer).to.deep.equal(at(5))
    expect(cache.peek('a', 6)).to.equal(undefined)
  })

  it('reads again, once, if a read in progress was too old or found nothing', async () => {
    for (const found of [E.right({ epoch: 1 }), E.right(undefined)]) {
      const { cache, readings, end, at } = aCache()
      void cache.read('a')
      const after = [cache.since('a', 2), cache.since('a', 2)]
      expect(readings).to.have.length(1)
      end(0, found)
      await new Promise(setImmediate)
      expect(readings).to.have.length(2)
      end(1, at(2))
      expect(await Promise.all(after)).to.deep.equal([at(2), at(2)])
    }
  })

  it('caches neither failures nor missing entries, and keeps what it has', async () => {
    const { cache, readings, end, at } = aCache()
    for (const found of [at(1), E.left('away'), E.right(undefined)]) {
      const reading = cache.read('a')
      end(readings.length - 1, found)
      expect(await reading).to.deep.equal(found)
      expect(cache.peek('a', 0)).to.deep.equal({ epoch: 1 })
    }
  })

  it('keeps a newer entry when a slow read ends', async () => {
    const { cache, end, at } = aCache()
    const newer = cache.read('a')
    end(0, at(7))
    await newer
    const slow = cache.read('a')
    end(1, at(6))
    expect(await slow).to.deep.equal(at(6))
    expect(cache.peek('a', 0)).to.deep.equal({ epoch: 7 })
  })

  it('reads again after a failed read', async () => {
    let readings = 0
    const cache = epochCache<string, string, Value>({
      capacity: 1,
      epochOf: ({ epoch }) => epoch,
      load: async () => {
        readings += 1
        if (readings === 1) throw new Error('a bug')
        return E.right({ epoch: 1 })
      },
    })
    expect(await cache.read('a').catch(String)).to.equal('Error: a bug')
    expect(await cache.read('a')).to.deep.equal(E.right({ epoch: 1 }))
  })
})
