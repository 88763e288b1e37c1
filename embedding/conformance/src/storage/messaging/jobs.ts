import { LANES } from '@postrider/core/kernel/messages/lane'
import { expect } from 'chai'
import { aJob, jobs } from '../../builders/a-job.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'

const LEASE_MS = 30_000

const claimAt = (at: StorageUnderTest, nowMs: number, limit = 100, lane = aJob().lane) =>
  right(at.storage.jobs.claim(lane, limit, nowMs, LEASE_MS))

const holding = (at: StorageUnderTest): void => {
  it('gives a job to no other claim during its lease, and again after that', async () => {
    const job = aJob()
    await right(at.storage.jobs.insert([job], NOW_MS))
    expect(await claimAt(at, NOW_MS)).to.deep.equal([job.messageId])
    expect(await claimAt(at, NOW_MS + LEASE_MS - 1)).to.deep.equal([])
    expect(await claimAt(at, NOW_MS + LEASE_MS)).to.deep.equal([job.messageId])
  })

  it('gives each job to one of several concurrent claims', async () => {
    const many = jobs(120)
    await right(at.storage.jobs.insert(many, NOW_MS))
    const other = await at.another()
    const claimed: string[] = []
    const consumer = async (storage: typeof other): Promise<void> => {
      for (let round = 0; round < 6; round += 1)
        claimed.push(...(await right(storage.jobs.claim('transactional', 25, NOW_MS, LEASE_MS))))
    }
    await Promise.all([consumer(at.storage), consumer(other), consumer(at.storage), consumer(other)])
    expect([...claimed].sort()).to.deep.equal(many.map(({ messageId }) => messageId).sort())
  })

  it('returns at most the limit', async () => {
    await right(at.storage.jobs.insert(jobs(5), NOW_MS))
    expect(await claimAt(at, NOW_MS, 3)).to.have.length(3)
    expect(await claimAt(at, NOW_MS, 3)).to.have.length(2)
  })

  it('lets released jobs be claimed from the given time', async () => {
    const [early, late] = jobs(2)
    if (early === undefined || late === undefined) throw new Error('two jobs were made')
    await right(at.storage.jobs.insert([early, late], NOW_MS))
    await claimAt(at, NOW_MS)
    await right(at.storage.jobs.release([early.messageId], NOW_MS + 10))
    await right(at.storage.jobs.release([late.messageId], NOW_MS + 20))
    expect(await claimAt(at, NOW_MS + 9)).to.deep.equal([])
    expect(await claimAt(at, NOW_MS + 10)).to.deep.equal([early.messageId])
    expect(await claimAt(at, NOW_MS + 20)).to.deep.equal([late.messageId])
  })

  it('never returns a removed job', async () => {
    const [done, open] = jobs(2)
    if (done === undefined || open === undefined) throw new Error('two jobs were made')
    await right(at.storage.jobs.insert([done, open], NOW_MS))
    await claimAt(at, NOW_MS)
    await right(at.storage.jobs.remove([done.messageId]))
    await right(at.storage.jobs.release([done.messageId], NOW_MS))
    expect(await claimAt(at, NOW_MS + LEASE_MS)).to.deep.equal([open.messageId])
  })
}

const listing = (at: StorageUnderTest): void => {
  it("stores a job that is inserted twice once, and doesn't take it from its holder", async () => {
    const job = aJob()
    await right(at.storage.jobs.insert([job], NOW_MS))
    await right(at.storage.jobs.insert([job, aJob()], NOW_MS))
    expect(await right(at.storage.jobs.depth('transactional', NOW_MS))).to.equal(2)
    expect(await claimAt(at, NOW_MS)).to.have.length(2)
    await right(at.storage.jobs.insert([job], NOW_MS))
    expect(await claimAt(at, NOW_MS)).to.deep.equal([])
  })

  it('separates the lanes and counts unclaimed jobs', async () => {
    for (const [index, lane] of LANES.entries())
      await right(at.storage.jobs.insert(jobs(index + 1, lane), NOW_MS))
    const depths = () => Promise.all(LANES.map((lane) => right(at.storage.jobs.depth(lane, NOW_MS))))
    expect(await depths()).to.deep.equal([1, 2, 3])
    expect(await claimAt(at, NOW_MS, 2, 'promotional')).to.have.length(2)
    expect(await depths()).to.deep.equal([1, 2, 1])
    expect(await right(at.storage.jobs.depth('promotional', NOW_MS + LEASE_MS))).to.equal(3)
  })

  it('inserts 5,000 jobs and none, and keeps them when it is closed and opened again', async () => {
    await right(at.storage.jobs.insert([], NOW_MS))
    const many = jobs(5_000)
    await right(at.storage.jobs.insert(many, NOW_MS))
    await at.reopen()
    const claimed = await claimAt(at, NOW_MS, 10_000)
    expect(new Set(claimed).size).to.equal(5_000)
    await right(at.storage.jobs.remove(claimed))
    await right(at.storage.jobs.remove([]))
    expect(await right(at.storage.jobs.depth('transactional', NOW_MS + LEASE_MS))).to.equal(0)
  })
}

/** Tests the durable list of jobs that the embedded queue uses. */
export const jobsSuite = (open: OpenStorage): void => {
  describe('the job table', () => {
    const at = useStorage(open, 'test')
    holding(at)
    listing(at)
  })
}
