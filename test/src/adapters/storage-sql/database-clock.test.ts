import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { aMailJob } from '@postrider/conformance/builders/a-mail-job'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.js'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'

const HOUR_MS = 3_600_000
const LEASE_MS = 60_000

/**
 * Takes from everything that has leases and due times, at a process's time, and returns the number taken of
 * each.
 */
const takeAll = async (storage: Storage, nowMs: number): Promise<readonly number[]> => {
  const outbox = await right(storage.outbox.takeDue('transactional', 100, nowMs, nowMs + LEASE_MS))
  const mails = await right(storage.mails.claim(nowMs, LEASE_MS, 100))
  const jobs = await right(storage.jobs.claim('transactional', 100, nowMs, LEASE_MS))
  return [outbox.length, mails.length, jobs.length]
}

describe('The clock of a MySQL server', () => {
  let database: TestDatabase
  let proxy: FaultProxy
  let storage: Storage

  beforeEach(async () => {
    database = await createDatabase()
    proxy = await startFaultProxy(database.url)
    storage = await openStorage(proxy.url)
    await right(storage.health.migrate())
  })
  afterEach(async () => {
    await storage.close()
    await proxy.stop()
    await database.drop()
  })

  const serverNow = () => right(storage.health.time())

  /** One of each, due at that time. */
  const putAt = async (dueAtMs: number): Promise<void> => {
    const { message } = await acceptPaid(storage)
    await right(storage.outbox.makeDue([message.messageId], dueAtMs))
    await right(storage.jobs.insert([{ messageId: message.messageId, lane: 'transactional' }], dueAtMs))
    await sharing({ storage }, (unit) => unit.mailJobs.add(aMailJob({ dueAtMs })))
  }

  it('is in milliseconds of UTC', async () => {
    const beforeMs = Date.now()
    expect(await serverNow()).to.be.within(beforeMs - 1_000, Date.now() + 1_000)
  })

  it('decides what is due for processes whose clocks differ a little', async () => {
    await putAt((await serverNow()) - 100)
    expect(await takeAll(storage, (await serverNow()) - 600)).to.deep.equal([1, 1, 1])
    expect(await takeAll(storage, (await serverNow()) + 600)).to.deep.equal([0, 0, 0])
    await putAt((await serverNow()) + 400)
    expect(await takeAll(storage, (await serverNow()) + 600)).to.deep.equal([0, 0, 0])
  })

  for (const stepMs of [HOUR_MS, -HOUR_MS]) {
    const way = stepMs > 0 ? 'ahead' : 'back'
    it(`that is set an hour ${way} ends no lease, makes nothing due, and delays nothing`, async () => {
      await putAt((await serverNow()) - 10)
      const nowMs = await serverNow()
      expect(await takeAll(storage, nowMs)).to.deep.equal([1, 1, 1])
      await putAt(nowMs + HOUR_MS / 2)
      proxy.stepServerClock(stepMs)
      expect(Math.abs((await serverNow()) - nowMs - stepMs)).to.be.lessThan(60_000)
      expect(await takeAll(storage, nowMs + 1_000)).to.deep.equal([0, 0, 0])
      await putAt(nowMs)
      expect(await takeAll(storage, nowMs + 1_000)).to.deep.equal([1, 1, 1])
      proxy.stepServerClock(0)
      expect(await takeAll(storage, nowMs + 2_000)).to.deep.equal([0, 0, 0])
      expect(await takeAll(storage, nowMs + 1_000 + LEASE_MS)).to.deep.equal([2, 2, 2])
    })
  }
})
