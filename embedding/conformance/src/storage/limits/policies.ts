import { expect } from 'chai'
import type { Bucket } from '@postrider/core/limits/domain/token-bucket'
import type { Storage } from '@postrider/core/assembly/storage'
import {
  suppressionKey,
  type SuppressionKey,
  type SuppressionScope,
} from '@postrider/core/consent/domain/suppression'
import type { SuppressionQuery } from '@postrider/core/platform/ports/administration-storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { aSuppression } from '../../builders/a-suppression.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, record } from '../unit-work.js'

const limits = (at: StorageUnderTest): void => {
  /** Takes one token of a bucket that starts with this many; returns whether there was one. */
  const takeOne = (
    storage: Storage,
    key: string,
    holds: number,
    locked?: 'wait' | 'skip',
  ): Promise<boolean> =>
    right(
      storage.limits.take(
        [key],
        (buckets, skipped) => {
          const bucket: Bucket = buckets.get(key) ?? { tokens: holds, atMs: NOW_MS }
          if (skipped?.has(key) === true || bucket.tokens < 1) return { buckets: new Map(), result: false }
          return { buckets: new Map([[key, { ...bucket, tokens: bucket.tokens - 1 }]]), result: true }
        },
        locked,
      ),
    )

  it('grant no more than a bucket holds, for any concurrent callers', async () => {
    const other = await at.another()
    for (let round = 0; round < 4; round += 1) {
      const key = fresh.hex(32)
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, index) => takeOne(index % 2 === 0 ? at.storage : other, key, 5)),
      )
      expect(taken.filter((isTaken) => isTaken)).to.have.length(5)
    }
  })

  it('grant no more than a bucket holds to callers that skip locked buckets, and all of it in time', async () => {
    const other = await at.another()
    for (let round = 0; round < 4; round += 1) {
      const key = fresh.hex(32)
      let given = 0
      for (let tries = 0; tries < 50 && given < 5; tries += 1) {
        const taken = await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            takeOne(index % 2 === 0 ? at.storage : other, key, 5, index % 3 === 0 ? 'wait' : 'skip'),
          ),
        )
        given += taken.filter((isTaken) => isTaken).length
      }
      expect(given).to.equal(5)
      expect(await takeOne(at.storage, key, 5, 'skip')).to.equal(false)
    }
  })

  it('store parts of a token, and delete unused buckets', async () => {
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
  /** The suppression of the recipient that an acceptance sees. */
  const scopeOf = (key: SuppressionKey): Promise<SuppressionScope | undefined> =>
    right(
      at.storage.acceptance.accept(anAcceptanceQuery({ suppressions: [key] }), ({ suppressed }) =>
        writingNothing(suppressed.get(suppressionKey(key))?.scope),
      ),
    )

  const listed = async (query: Pick<SuppressionQuery, 'organizationId'> & Partial<SuppressionQuery>) => {
    const all = { recipient: undefined, before: undefined, limit: 10, ...query }
    return (await right(at.storage.administration.suppressions(all))).value
  }

  it('exist for their Organization until they are removed, each change once and logged', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { organizationId, appId } = tenant.scope
    const entry = aSuppression({ organizationId })
    const hasAny = async () => (await right(at.storage.catalog.app(appId)))?.hasSuppressions
    expect(await hasAny()).to.equal(false)
    const before = await right(at.storage.catalog.epoch())
    const add = () =>
      exclusively(at, async (unit) => {
        if ((await unit.suppressions.lockSlot(entry)) !== undefined) return false
        unit.suppressions.add(entry)
        await record(unit, anAuditEvent({ action: 'suppress', organizationId }))
        return true
      })
    const remove = () =>
      exclusively(at, async (unit) => {
        const found = await unit.suppressions.lock(entry.suppressionId)
        if (found === undefined) return false
        expect(found).to.deep.equal(entry)
        unit.suppressions.remove(entry.suppressionId)
        await record(unit, anAuditEvent({ action: 'unsuppress', organizationId }))
        return true
      })
    expect([await add(), await add()]).to.deep.equal([true, false])
    expect(await right(at.storage.catalog.epoch())).to.equal(before + 1)
    expect([await hasAny(), await scopeOf(entry)]).to.deep.equal([true, 'all'])
    expect(await scopeOf({ ...entry, organizationId: fresh.id('org') })).to.equal(undefined)
    expect(await scopeOf({ ...entry, recipient: fresh.hex(32) })).to.equal(undefined)
    expect([await remove(), await remove()]).to.deep.equal([true, false])
    expect([await hasAny(), await scopeOf(entry)]).to.deep.equal([false, undefined])
    const audited = await right(at.storage.audit.chain(organizationId, 0, 100))
    expect(audited.map(({ action }) => action)).to.deep.equal(['suppress', 'unsuppress'])
  })

  it('of several sources coexist, and the widest of them applies', async () => {
    const optedOut = aSuppression({ source: 'opt_out', scope: 'promotional' })
    const bounced = { ...optedOut, suppressionId: fresh.id('sup'), source: 'bounce', scope: 'all' } as const
    await exclusively(at, (unit) => unit.suppressions.add(optedOut))
    expect(await scopeOf(optedOut)).to.equal('promotional')
    await exclusively(at, (unit) => unit.suppressions.add(bounced))
    expect(await scopeOf(optedOut)).to.equal('all')
    await exclusively(at, async (unit) => {
      expect(await unit.suppressions.lockSlot(optedOut)).to.deep.equal(optedOut)
      expect(await unit.suppressions.lockSlot({ ...optedOut, source: 'complaint' })).to.equal(undefined)
      unit.suppressions.remove(bounced.suppressionId)
      unit.suppressions.replace({ ...optedOut, reason: 'said so again' })
    })
    expect(await scopeOf(optedOut)).to.equal('promotional')
    expect(await listed(optedOut)).to.deep.equal([{ ...optedOut, reason: 'said so again' }])
  })

  it('are listed newest first, of an Organization or of one recipient, page by page', async () => {
    const organizationId = fresh.id('org')
    const [first, second, third] = [0, 1, 2].map(() => aSuppression({ organizationId }))
    if (first === undefined || second === undefined || third === undefined) throw new Error('no suppressions')
    const again = aSuppression({ organizationId, recipient: first.recipient, source: 'complaint' })
    const foreign = aSuppression({ recipient: first.recipient })
    await exclusively(at, (unit) => {
      for (const one of [first, second, third, again, foreign]) unit.suppressions.add(one)
    })
    expect(await listed({ organizationId })).to.deep.equal([again, third, second, first])
    expect(await listed({ organizationId, limit: 2 })).to.deep.equal([again, third])
    expect(await listed({ organizationId, before: third.suppressionId })).to.deep.equal([second, first])
    const { recipient } = first
    expect(await listed({ organizationId, recipient })).to.deep.equal([again, first])
    expect(await listed({ organizationId, recipient, before: again.suppressionId })).to.deep.equal([first])
    expect(await listed({ organizationId: fresh.id('org') })).to.deep.equal([])
  })
}

/** Tests rate limits and suppressions. */
export const policiesSuite = (open: OpenStorage): void => {
  describe('rate limits', () => limits(useStorage(open)))
  describe('suppressions', () => suppressions(useStorage(open)))
}
