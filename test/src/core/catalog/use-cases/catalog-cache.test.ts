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
  it('reads an app once and remembers it', async () => {
    const { cache, appId, tables } = aCache()
    expect(cache.peek(appId, 0)).to.equal(undefined)
    const first = await cache.get(appId)
    expect(E.isRight(first) && first.right?.catalog.app.appId).to.equal(appId)
    await cache.get(appId)
    expect(tables.loads).to.deep.equal([appId])
    expect(cache.peek(appId, tables.epoch)?.catalog.epoch).to.equal(tables.epoch)
  })

  it('does not answer with what is older than was asked for, and reads again', async () => {
    const { cache, appId, tables, save } = aCache()
    await cache.get(appId)
    await save({})
    expect(cache.peek(appId, tables.epoch)).to.equal(undefined)
    const newer = await cache.get(appId, tables.epoch)
    expect(E.isRight(newer) && newer.right?.catalog.epoch).to.equal(tables.epoch)
  })

  it('reads an app once for many who ask at the same time', async () => {
    const { cache, appId, tables } = aCache()
    await Promise.all(Array.from({ length: 10 }, () => cache.get(appId)))
    expect(tables.loads).to.have.length(1)
  })

  it('does not pass a reading that began before a change off as one after it', async () => {
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

  it('does not remember that an app does not exist, nor that storage was away', async () => {
    const { cache, appId, faults, tables } = aCache()
    expect(await cache.get(fresh.id('app'))).to.deep.equal(E.right(undefined))
    faults.plan('app', 'away')
    expect(E.isLeft(await cache.get(appId))).to.equal(true)
    expect(E.isRight(await cache.get(appId))).to.equal(true)
    expect(tables.loads).to.have.length(2)
  })
})

describe('A bounded memory', () => {
  it('forgets what was written longest ago', () => {
    const memory = recent<string, number>(2)
    memory.set('a', 1)
    memory.set('b', 2)
    memory.set('a', 3)
    memory.set('c', 4)
    expect([memory.get('a'), memory.get('b'), memory.get('c')]).to.deep.equal([3, undefined, 4])
  })
})
