import { expect } from 'chai'
import type { Bucket } from '@postrider/core/domain/limits/token-bucket'
import type { Suppression } from '@postrider/core/domain/suppressions/suppression'
import type { Storage } from '@postrider/core/ports/storage/storage'
import { suppressionKey } from '@postrider/core/domain/suppressions/suppression'
import { writingNothing } from '@postrider/core/use-cases/acceptance/write-submissions'
import { anAuditEvent } from '../builders/an-audit-event.js'
import { anInquiry } from '../builders/an-inquiry.js'
import { aTenant, recordsOf } from '../builders/a-tenant.js'
import { fresh, NOW_MS } from '../builders/fresh.js'
import { right } from '../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from './open-storage.js'
import { exclusively, record } from './unit-work.js'

const limits = (at: StorageUnderTest): void => {
  /** Takes one token of a bucket that holds so many at first; answers whether there was one. */
  const takeOne = (storage: Storage, key: string, holds: number): Promise<boolean> =>
    right(
      storage.limits.take([key], (buckets) => {
        const bucket: Bucket = buckets.get(key) ?? { tokens: holds, atMs: NOW_MS }
        if (bucket.tokens < 1) return { buckets: new Map(), result: false }
        return { buckets: new Map([[key, { ...bucket, tokens: bucket.tokens - 1 }]]), result: true }
      }),
    )

  it('gives no more than a bucket holds, whoever takes from it at once', async () => {
    const other = await at.another()
    for (let round = 0; round < 4; round += 1) {
      const key = fresh.hex(32)
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, index) => takeOne(index % 2 === 0 ? at.storage : other, key, 5)),
      )
      expect(taken.filter((isTaken) => isTaken)).to.have.length(5)
    }
  })

  it('keeps parts of a token, and forgets buckets that nobody touched', async () => {
    const [idle, used] = [fresh.hex(32), fresh.hex(32)]
    const put = (key: string, bucket: Bucket) =>
      right(at.storage.limits.take([key], () => ({ buckets: new Map([[key, bucket]]), result: undefined })))
    await put(idle, { tokens: 1.2345, atMs: 5 })
    await put(used, { tokens: 0.5, atMs: NOW_MS })
    const seen = () =>
      right(at.storage.limits.take([idle, used], (buckets) => ({ buckets: new Map(), result: buckets })))
    expect([...(await seen())]).to.have.deep.members([
      [idle, { tokens: 1.234, atMs: 5 }],
      [used, { tokens: 0.5, atMs: NOW_MS }],
    ])
    expect(await right(at.storage.limits.purge(6, 10))).to.equal(1)
    expect([...(await seen()).keys()]).to.deep.equal([used])
  })
}

const suppressions = (at: StorageUnderTest): void => {
  const isSuppressed = (key: Pick<Suppression, 'organizationId' | 'recipient'>): Promise<boolean> =>
    right(
      at.storage.acceptance.accept(anInquiry({ suppressions: [key] }), ({ suppressed }) =>
        writingNothing(suppressed.has(suppressionKey(key))),
      ),
    )

  it('are there for their Organization until they are removed, each change once and audited', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { organizationId, appId } = tenant.scope
    const entry: Suppression = {
      organizationId,
      recipient: fresh.hex(32),
      reason: 'asked us',
      createdAtMs: NOW_MS,
    }
    const hasAny = async () => (await right(at.storage.catalog.app(appId)))?.hasSuppressions
    expect(await hasAny()).to.equal(false)
    const before = await right(at.storage.catalog.epoch())
    const add = () =>
      exclusively(at, async (unit) => {
        if ((await unit.suppressions.lock(entry)) !== undefined) return false
        unit.suppressions.add(entry)
        await record(unit, anAuditEvent({ action: 'suppression.add', organizationId }))
        return true
      })
    const remove = () =>
      exclusively(at, async (unit) => {
        const found = await unit.suppressions.lock(entry)
        if (found === undefined) return false
        expect(found).to.deep.equal(entry)
        unit.suppressions.remove(entry)
        await record(unit, anAuditEvent({ action: 'suppression.remove', organizationId }))
        return true
      })
    expect([await add(), await add()]).to.deep.equal([true, false])
    expect(await right(at.storage.catalog.epoch())).to.equal(before + 1)
    expect([await hasAny(), await isSuppressed(entry)]).to.deep.equal([true, true])
    expect(await isSuppressed({ ...entry, organizationId: fresh.id('org') })).to.equal(false)
    expect(await isSuppressed({ ...entry, recipient: fresh.hex(32) })).to.equal(false)
    expect([await remove(), await remove()]).to.deep.equal([true, false])
    expect([await hasAny(), await isSuppressed(entry)]).to.deep.equal([false, false])
    const audited = await right(at.storage.audit.chain(organizationId, 0, 100))
    expect(audited.map(({ action }) => action)).to.deep.equal(['suppression.add', 'suppression.remove'])
  })
}

/** Rate limits and suppressions. */
export const policiesSuite = (open: OpenStorage): void => {
  describe('rate limits', () => limits(useStorage(open)))
  describe('suppressions', () => suppressions(useStorage(open)))
}
