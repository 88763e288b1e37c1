import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { PriceQuery } from '@postrider/core/ledger/ports/price-storage'
import { aPrice } from '../../builders/a-price.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right, thrown } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const EVERYBODY: PriceQuery = {
  of: 'everybody',
  channel: undefined,
  currency: undefined,
  atMs: undefined,
  before: undefined,
  limit: 100,
}

const refused = (at: StorageUnderTest, hold: 'shared' | 'exclusive', work: (unit: UnitOfWork) => unknown) =>
  thrown(
    at.storage.units.transact(hold, async (unit) => {
      await work(unit)
      return E.right(undefined)
    }),
  )

const slots = (at: StorageUnderTest): void => {
  it('are found by their unique key', async () => {
    const own = aPrice({ organizationId: fresh.id('org') })
    const list = aPrice({ destinationPrefix: '+1415' })
    const marketing = aPrice({ channel: 'whatsapp', category: 'marketing' })
    const ownMarketing = aPrice({ organizationId: fresh.id('org'), category: 'marketing' })
    await exclusively(at, (unit) => {
      unit.prices.add(own)
      unit.prices.add(list)
      unit.prices.add(marketing)
      unit.prices.add(ownMarketing)
    })
    const inSlot = (slot: Partial<typeof own>, of = own) =>
      sharing(at, (unit) => unit.prices.inSlot({ ...of, ...slot }))
    expect(await inSlot({})).to.deep.equal(own)
    expect(await inSlot({}, list)).to.deep.equal(list)
    expect(await inSlot({}, marketing)).to.deep.equal(marketing)
    expect(await inSlot({ category: 'utility' }, marketing)).to.equal(undefined)
    expect(await inSlot({ category: undefined }, marketing)).to.equal(undefined)
    expect(await inSlot({}, ownMarketing)).to.deep.equal(ownMarketing)
    for (const other of [
      { organizationId: fresh.id('org') },
      { channel: 'email' as const },
      { destinationPrefix: '+91' },
      { category: 'marketing' as const },
      { currency: 'GBP' },
      { effectiveFromMs: NOW_MS + 1 },
    ])
      expect(await inSlot(other)).to.equal(undefined)
    expect(await inSlot({ organizationId: own.organizationId }, list)).to.equal(undefined)
  })

  it('need an exclusive unit, are never overwritten, and create a new epoch', async () => {
    const price = aPrice({ organizationId: fresh.id('org') })
    const before = await right(at.storage.catalog.epoch())
    await exclusively(at, (unit) => unit.prices.add(price))
    expect(await right(at.storage.catalog.epoch())).to.equal(before + 1)
    const again = await refused(at, 'exclusive', (unit) => unit.prices.add({ ...price, unitAmountMinor: 1 }))
    expect(again).to.be.instanceOf(Error)
    const shared = await refused(at, 'shared', (unit) => unit.prices.add(aPrice()))
    expect(shared).to.be.instanceOf(Error)
    expect(await sharing(at, (unit) => unit.prices.inSlot(price))).to.deep.equal(price)
  })
}

const lists = (open: OpenStorage): void => {
  const at = useStorage(open)

  it("are listed newest first: the list prices, an Organization's own, or all of them", async () => {
    const organizationId = fresh.id('org')
    const [list, own, foreign] = [
      aPrice(),
      aPrice({ organizationId, channel: 'email' }),
      aPrice({ organizationId: fresh.id('org'), currency: 'GBP' }),
    ]
    await exclusively(at, (unit) => {
      for (const price of [list, own, foreign]) unit.prices.add(price)
    })
    const listed = async (query: Partial<PriceQuery>) =>
      (await right(at.storage.prices.versions({ ...EVERYBODY, ...query }))).value
    expect(await right(at.storage.prices.versions(EVERYBODY))).to.deep.equal({
      epoch: await right(at.storage.catalog.epoch()),
      value: [foreign, own, list],
    })
    expect(await listed({ of: 'list' })).to.deep.equal([list])
    expect(await listed({ of: organizationId })).to.deep.equal([own])
    expect(await listed({ of: fresh.id('org') })).to.deep.equal([])
    expect(await listed({ channel: 'sms' })).to.deep.equal([foreign, list])
    expect(await listed({ currency: 'INR' })).to.deep.equal([own, list])
    expect(await listed({ limit: 1 })).to.deep.equal([foreign])
    expect(await listed({ before: foreign.priceVersionId, limit: 1 })).to.deep.equal([own])
    expect(await listed({ before: own.priceVersionId, of: organizationId })).to.deep.equal([])
  })
}

const moments = (open: OpenStorage): void => {
  const at = useStorage(open)

  it('are those in effect at a requested time', async () => {
    const own = { organizationId: fresh.id('org') }
    const [first, second, late, twin, other, ours, marketing] = [
      aPrice(),
      aPrice({ effectiveFromMs: NOW_MS + 10 }),
      aPrice({ effectiveFromMs: NOW_MS + 20 }),
      aPrice({ effectiveFromMs: NOW_MS + 20, unitAmountMinor: 31 }),
      aPrice({ destinationPrefix: '+91' }),
      aPrice(own),
      aPrice({ category: 'marketing', effectiveFromMs: NOW_MS + 10 }),
    ]
    await exclusively(at, (unit) => {
      for (const price of [first, second, late, twin, other, ours, marketing]) unit.prices.add(price)
    })
    const counting = async (atMs: number, of: PriceQuery['of'] = 'everybody') =>
      (await right(at.storage.prices.versions({ ...EVERYBODY, atMs, of }))).value
    expect(await counting(NOW_MS - 1)).to.deep.equal([])
    expect(await counting(NOW_MS)).to.deep.equal([ours, other, first])
    expect(await counting(NOW_MS + 10)).to.deep.equal([marketing, ours, other, second])
    expect(await counting(NOW_MS + 10, 'list')).to.deep.equal([marketing, other, second])
    expect(await counting(NOW_MS + 10, own.organizationId)).to.deep.equal([ours])
    expect(await counting(NOW_MS + 20)).to.deep.equal([marketing, ours, other, twin])
  })
}

/** Tests how units write prices, and how prices are read. */
export const pricesSuite = (open: OpenStorage): void => {
  describe('price versions in units', () => slots(useStorage(open)))
  describe('price versions', () => lists(open))
  describe('price versions in effect', () => moments(open))
}
