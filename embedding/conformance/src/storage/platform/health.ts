import { expect } from 'chai'
import { right } from '../../outcome.js'
import { acceptPaid } from '../messaging/accepting.js'
import type { OpenedStorage, OpenStorage } from '../open-storage.js'
import { tracesOf } from '../messaging/traces.js'

/** Tests whether storage is reliable, and how its tables are created. */
export const healthSuite = (open: OpenStorage): void => {
  describe('health and migrations', () => {
    let opened: OpenedStorage
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    it('names the migrations that have not run, runs them once, and then has none', async () => {
      const { health } = opened.storage
      const { pendingMigrations } = await right(health.check())
      expect(pendingMigrations.length > 0).to.equal(opened.hasNoTables !== true)
      expect(await right(health.migrate())).to.deep.equal(pendingMigrations)
      expect((await right(health.check())).pendingMigrations).to.deep.equal([])
      expect(await right(health.migrate())).to.deep.equal([])
    })

    it("returns the database's time, also before its tables exist", async () => {
      const calledAtMs = Date.now()
      expect(await right(opened.storage.health.time())).to.be.within(calledAtMs - 60_000, Date.now() + 60_000)
      const { pendingMigrations } = await right(opened.storage.health.check())
      expect(pendingMigrations.length > 0).to.equal(opened.hasNoTables !== true)
    })

    it('keeps existing data when it migrates again', async () => {
      await right(opened.storage.health.migrate())
      const request = await acceptPaid(opened.storage)
      await right(opened.storage.health.migrate())
      expect(await tracesOf(opened.storage, request)).to.deep.include({
        accepted: true,
        message: true,
        events: 1,
      })
    })

    it('runs each migration once when several processes migrate at the same time', async () => {
      const others = await Promise.all([opened.another(), opened.another()])
      const storages = [opened.storage, ...others]
      const { pendingMigrations } = await right(opened.storage.health.check())
      const ran = await Promise.all(storages.map(({ health }) => right(health.migrate())))
      expect(ran.flat().sort()).to.deep.equal([...pendingMigrations].sort())
      for (const storage of storages) {
        expect((await right(storage.health.check())).pendingMigrations).to.deep.equal([])
        await acceptPaid(storage)
      }
    })

    it('finds no risk in a server that flushes at every commit', async () => {
      await right(opened.storage.health.migrate())
      expect((await right(opened.storage.health.check())).risks).to.deep.equal([])
    })
  })
}
