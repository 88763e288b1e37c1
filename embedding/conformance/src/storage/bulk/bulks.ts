import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { aBulk, aBulkItem } from '../../builders/a-bulk.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { sharing } from '../unit-work.js'

const keeping = (at: StorageUnderTest): void => {
  it('store what was selected, in its order, with the refused items', async () => {
    const bulk = aBulk({ sessionVerifier: fresh.hex(64), request: { reason: 'Ünd "so".' } })
    const receipt = { targetId: fresh.id('rct'), version: undefined, messageId: fresh.id('msg') }
    const items = [1, 2, 3].map((number) => aBulkItem(bulk, number, number === 2 ? receipt : {}))
    await sharing(at, (unit) => {
      unit.bulks.add(bulk)
      unit.bulks.addItems([...items].reverse())
    })
    await sharing(at, (unit) => {
      const other = aBulk({ clientAddress: undefined })
      unit.bulks.add(other)
      unit.bulks.addItems([aBulkItem(other, 1)])
    })
    const { bulks } = at.storage
    expect(await right(bulks.items(bulk.bulkId, 0, 9))).to.deep.equal(items)
    expect(await right(bulks.items(bulk.bulkId, 1, 1))).to.deep.equal(items.slice(1, 2))
    const refusal = { refusal: 'conflict', message: 'Not any more.' }
    const refused = items.filter(({ number }) => number !== 2).map((item) => ({ ...item, ...refusal }))
    const now = { ...bulk, handled: 3, refused: 2, state: 'done', endedAtMs: NOW_MS + 1 } as const
    await sharing(at, async (unit) => {
      expect(await unit.bulks.lock(bulk.bulkId)).to.deep.equal(bulk)
      unit.bulks.replace(now)
      unit.bulks.refuse(refused)
      unit.bulks.refuse([])
    })
    const epoch = await right(at.storage.catalog.epoch())
    const page = async (after: number, limit: number) => right(bulks.refusals(bulk.bulkId, after, limit))
    expect(await page(0, 9)).to.deep.equal({ epoch, value: { bulk: now, items: refused } })
    expect((await page(0, 1)).value?.items).to.deep.equal(refused.slice(0, 1))
    expect((await page(1, 9)).value?.items).to.deep.equal(refused.slice(1))
    expect((await right(bulks.refusals(fresh.id('blk'), 0, 9))).value).to.equal(undefined)
  })

  it('store a bulk of thousands, or nothing of it', async () => {
    const bulk = aBulk({ total: 1_201 })
    const items = Array.from({ length: 1_201 }, (_, at_) => aBulkItem(bulk, at_ + 1))
    const refused = await at.storage.units.transact<string, void>('shared', async (unit) => {
      unit.bulks.add(bulk)
      unit.bulks.addItems(items)
      return E.left('not so')
    })()
    expect(refused).to.deep.equal(E.left('not so'))
    expect(await right(at.storage.bulks.items(bulk.bulkId, 0, 9))).to.deep.equal([])
    await sharing(at, (unit) => {
      unit.bulks.add(bulk)
      unit.bulks.addItems(items)
    })
    expect(await right(at.storage.bulks.items(bulk.bulkId, 1_199, 9))).to.deep.equal(items.slice(1_199))
  })
}

const working = (at: StorageUnderTest): void => {
  it('are found by the holder of the lease, and by others after it has expired, oldest first', async () => {
    const running = { state: 'running', claim: 7, leaseUntilMs: NOW_MS + 10 } as const
    const [first, second] = [
      aBulk({ ...running, createdAtMs: 1 }),
      aBulk({ ...running, createdAtMs: 2, leaseUntilMs: NOW_MS }),
    ]
    await sharing(at, (unit) => {
      for (const bulk of [second, first]) unit.bulks.add(bulk)
      for (const state of ['previewed', 'stopped', 'done'] as const) unit.bulks.add(aBulk({ state }))
    })
    const due = (claim: number, nowMs: number) => right(at.storage.bulks.due(claim, nowMs))
    expect(await due(7, NOW_MS)).to.equal(first.bulkId)
    expect(await due(8, NOW_MS - 1)).to.equal(undefined)
    expect(await due(8, NOW_MS)).to.equal(second.bulkId)
    expect(await due(8, NOW_MS + 10)).to.equal(first.bulkId)
  })
}

const going = (at: StorageUnderTest): void => {
  it('are deleted with their items if they never started, or ended long ago', async () => {
    const kept = [
      aBulk({ createdAtMs: 20 }),
      aBulk({ state: 'done', createdAtMs: 10 }),
      aBulk({ state: 'running', createdAtMs: 1 }),
    ]
    const gone = [
      aBulk({ createdAtMs: 19 }),
      aBulk({ state: 'done', createdAtMs: 9 }),
      aBulk({ state: 'stopped', createdAtMs: 9 }),
    ]
    await sharing(at, (unit) => {
      for (const bulk of [...kept, ...gone]) {
        unit.bulks.add(bulk)
        unit.bulks.addItems([aBulkItem(bulk, 1)])
      }
    })
    expect(await right(at.storage.bulks.purge(20, 10))).to.equal(3)
    expect(await right(at.storage.bulks.purge(20, 10))).to.equal(0)
    const left = async ({ bulkId }: (typeof kept)[number]) => [
      (await right(at.storage.bulks.refusals(bulkId, 0, 9))).value?.bulk.bulkId,
      (await right(at.storage.bulks.items(bulkId, 0, 9))).length,
    ]
    for (const bulk of kept) expect(await left(bulk)).to.deep.equal([bulk.bulkId, 1])
    for (const bulk of gone) expect(await left(bulk)).to.deep.equal([undefined, 0])
  })
}

/** Tests decisions about many records at once. */
export const bulksSuite = (open: OpenStorage): void => {
  describe('bulks', () => {
    const at = useStorage(open, 'test')
    keeping(at)
    working(at)
    going(at)
  })
}
