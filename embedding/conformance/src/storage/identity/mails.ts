import { expect } from 'chai'
import { aMailJob } from '../../builders/a-mail-job.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { sharing } from '../unit-work.js'

const LEASE_MS = 60_000

/** Tests the service's own emails. */
export const mailsSuite = (open: OpenStorage): void => {
  describe('emails', () => {
    const at = useStorage(open, 'test')
    const add = (...jobs: ReadonlyArray<ReturnType<typeof aMailJob>>) =>
      sharing(at, (unit) => {
        for (const job of jobs) unit.mailJobs.add(job)
      })
    const claim = (nowMs: number, limit = 10) => right(at.storage.mails.claim(nowMs, LEASE_MS, limit))

    it('are taken when they are due, oldest first, and by no other process during the lease', async () => {
      const [later, first, second] = [10, -2_000, -1_000].map((ms) => aMailJob({ dueAtMs: NOW_MS + ms }))
      if (later === undefined || first === undefined || second === undefined) throw new Error('no jobs')
      await add(later, second, first)
      expect(await claim(NOW_MS, 1)).to.deep.equal([first])
      expect(await claim(NOW_MS)).to.deep.equal([second])
      expect(await claim(NOW_MS + LEASE_MS - 1)).to.deep.equal([later])
      const again = await claim(NOW_MS + LEASE_MS)
      expect(again.map(({ mailJobId }) => mailJobId)).to.have.members([first.mailJobId, second.mailJobId])
    })

    it('are taken by one of several concurrent processes', async () => {
      const jobs = Array.from({ length: 12 }, () => aMailJob())
      await add(...jobs)
      const other = await at.another()
      const taken = await Promise.all(
        [at.storage, other, at.storage, other].map((storage) =>
          right(storage.mails.claim(NOW_MS, LEASE_MS, 5)),
        ),
      )
      const ids = taken.flat().map(({ mailJobId }) => mailJobId)
      expect(new Set(ids).size).to.equal(ids.length)
    })

    it('are postponed with the record of the attempt, and removed when they are done', async () => {
      const [job, done] = [aMailJob(), aMailJob()]
      await add(job, done)
      await right(at.storage.mails.remove(done.mailJobId))
      const postponed = { ...job, attempts: 3, dueAtMs: NOW_MS + 5 }
      await right(at.storage.mails.postpone(postponed))
      expect(await claim(NOW_MS + 4)).to.deep.equal([])
      expect(await claim(NOW_MS + 5)).to.deep.equal([postponed])
      await right(at.storage.mails.postpone(done))
      expect(await claim(NOW_MS + 5)).to.deep.equal([])
    })

    it('of a unit that is rolled back are never sent', async () => {
      await at.storage.units.transact('shared', async (unit) => {
        unit.mailJobs.add(aMailJob())
        return { _tag: 'Left' as const, left: 'no' }
      })()
      expect(await claim(NOW_MS)).to.deep.equal([])
    })
  })
}
