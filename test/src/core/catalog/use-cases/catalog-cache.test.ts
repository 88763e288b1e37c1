import { expect } from 'chai'
import { catalogCache } from '@postrider/core/catalog/use-cases/catalog-cache'
import { recent } from '@postrider/core/kernel/caching/recent'
import { E } from '@postrider/core/fp'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aWorld } from '../../fakes/world.js'

const aCache = () => {
  const world = aWorld()
  const { appId } = world.tenant.app
  return { ...world, ...world.memory, appId, cache: catalogCache(world.ports.storage) }
}

describe('The catalog cache', () => {
  it('reads an app once and caches it', async () => {
    const { cache, appId, tables } = aCache()
    expect(cache.peek(appId, 0)).to.equal(undefined)
    const first = await cache.get(appId)
    expect(E.isRight(first) && first.right?.catalog.app.appId).to.equal(appId)
    await cache.get(appId)
    expect(tables.loads).to.deep.equal([appId])
    expect(cache.peek(appId, tables.epoch)?.catalog.epoch).to.equal(tables.epoch)
  })

  it('reads again if its entry is older than the requested age', async () => {
    const { cache, appId, tables, save } = aCache()
    await cache.get(appId)
    await save({})
    expect(cache.peek(appId, tables.epoch)).to.equal(undefined)
    const newer = await cache.get(appId, tables.epoch)
    expect(E.isRight(newer) && newer.right?.catalog.epoch).to.equal(tables.epoch)
  })

  it('reads an app once for concurrent requests', async () => {
    const { cache, appId, tables } = aCache()
    await Promise.all(Array.from({ length: 10 }, () => cache.get(appId)))
    expect(tables.loads).to.have.length(1)
  })

  it("doesn't use a read that started before a change as one from after it", async () => {
    const { cache, appId, tables, ports, save } = aCache()
    const slow = ports.storage.catalog.app
    const old = await slow(appId)()
    let isFirst = true
    const storage = {
      ...ports.storage,
      catalog: { ...ports.storage.catalog, app: (id: typeof appId) => (isFirst ? late() : slow(id)) },
    }
    const late = () => async () => {
      isFirst = false
      await save({})
      return old
    }
    const racing = catalogCache(storage)
    const before = racing.get(appId)
    const after = racing.get(appId, tables.epoch + 1)
    await before
    const answer = await after
    expect(E.isRight(answer) && answer.right?.catalog.epoch).to.equal(tables.epoch)
    expect(cache.peek(appId, 0)).to.equal(undefined)
  })

  it("doesn't cache that an app doesn't exist, or that storage is unavailable", async () => {
    const { cache, appId, faults, tables } = aCache()
    expect(await cache.get(fresh.id('app'))).to.deep.equal(E.right(undefined))
    faults.plan('app', 'away')
    expect(E.isLeft(await cache.get(appId))).to.equal(true)
    expect(E.isRight(await cache.get(appId))).to.equal(true)
    expect(tables.loads).to.have.length(2)
  })
})

describe('A bounded cache', () => {
  it('evicts the oldest entry', () => {
    const memory = recent<string, number>(2)
    memory.set('a', 1)
    memory.set('b', 2)
    memory.set('a', 3)
    memory.set('c', 4)
    expect([memory.get('a'), memory.get('b'), memory.get('c')]).to.deep.equal([3, undefined, 4])
  })
})
