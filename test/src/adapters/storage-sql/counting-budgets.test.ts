import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { budgetStorage } from '@postrider/storage-sql/ledger/budgets/readings'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { unitStorage } from '@postrider/storage-sql/unit-of-work/unit-storage'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aPosting } from '@postrider/conformance/builders/a-posting'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { accept, aRequest, credit } from '@postrider/conformance/storage/messaging/accepting'
import { budgetChangesSuite } from '@postrider/conformance/storage/ledger/budget-changes'
import { budgetsSuite } from '@postrider/conformance/storage/ledger/budgets'
import { save, saveBy, acceptAgainstBudgets, useOf } from '@postrider/conformance/storage/ledger/budgeting'
import { right } from '@postrider/conformance/outcome'
import { type OpenStorage, useStorage } from '@postrider/conformance/storage'
import { endMessages } from '@postrider/conformance/storage/messaging/settling'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

/** The calls to an engine for budgets, and an action before them. */
interface Watched {
  transactions: number
  readings: number
  /** Runs before the transaction of this number starts, from 1. */
  meanwhile: (transaction: number) => Promise<unknown>
}

const watching = (engine: Engine, watched: Watched): Engine => ({
  ...engine,
  transaction: async (opening, work) => {
    watched.transactions += 1
    await watched.meanwhile(watched.transactions)
    return engine.transaction(opening, work)
  },
  read: (statements, moment) => {
    watched.readings += 1
    return engine.read(statements, moment)
  },
})

const engineOf = (url: string): Engine =>
  url.startsWith('sqlite:') ? sqliteEngine(url) : mysqlEngine(url, {})

/** Opens storage that counts budgets in slices of this number of events. */
const inSlices =
  (sliceEvents: number, watched?: Watched) =>
  async (url: string): Promise<Storage> => {
    const storage = await openStorage(url)
    const engine = engineOf(url)
    const seen = watched === undefined ? engine : watching(engine, watched)
    const close = async () => {
      await storage.close()
      await engine.close()
    }
    const units = unitStorage(seen, sliceEvents)
    return { ...storage, budgets: budgetStorage(seen, sliceEvents), units, close }
  }

const SLICE = 4
const nothing = () => Promise.resolve()

const describeCounting = (name: string, opener: (open: (url: string) => Promise<Storage>) => OpenStorage) => {
  describe(`Budgets on ${name} counted in small slices`, () => {
    const open = opener(inSlices(30))
    budgetsSuite(open)
    budgetChangesSuite(open)
  })

  describe(`Counting a budget on ${name}`, () => {
    const watched: Watched = { transactions: 0, readings: 0, meanwhile: nothing }
    const at = useStorage(opener(inSlices(SLICE, watched)))
    let tenant: Tenant
    const watch = (meanwhile: Watched['meanwhile'] = nothing) =>
      Object.assign(watched, { transactions: 0, readings: 0, meanwhile })
    const spendTimes = async (times: number, amountMinor: number) => {
      for (let time = 0; time < times; time += 1)
        await acceptAgainstBudgets(at, tenant, amountMinor, { isFunded: true })
    }
    const budgetOf = () => aBudget({ organizationId: tenant.scope.organizationId })
    beforeEach(async () => {
      tenant = aTenant()
      await right(at.storage.catalog.save(recordsOf(tenant)))
      await credit(at.storage, tenant.accountKey, 100_000)
      watch()
    })

    it('takes slice after slice, from the first event of the period on', async () => {
      await acceptAgainstBudgets(at, tenant, 500, {
        acceptedAtMs: NOW_MS - 40 * 24 * 3_600_000,
        isFunded: true,
      })
      await spendTimes(11, 1)
      const budget = budgetOf()
      await save(at, budget)
      expect(watched.transactions).to.equal(2)
      expect((await useOf(at, budget))?.usedMinor).to.equal(11)
    })

    it('starts with the first event of the period, and finds it in few steps among many older ones', async () => {
      const period = Date.UTC(2026, 0, 1)
      for (const older of [1, 2, 3, 4, 7, 200]) {
        const { organizationId, appId } = aTenant().scope
        const payer = { organizationId, environment: 'test' as const, currency: 'INR' }
        await exclusively(at, async (unit) => {
          const events: LedgerEvent[] = []
          let now = (await unit.ledger.lock(payer)) ?? newAccount(payer)
          for (let count = 0; count < older; count += 1) {
            const posted = aPosting(now, {}, period - 1)
            now = posted.account
            events.push(posted.event)
          }
          unit.ledger.post(now, events)
        })
        const message = aMessage({ organizationId, appId, acceptedAtMs: period })
        await right(accept(at.storage, [aRequest({ message })]))
        watch()
        const budget = aBudget({ organizationId })
        await save(at, budget)
        expect((await useOf(at, budget))?.usedMinor, String(older)).to.equal(message.charge.amountMinor)
        expect(watched.readings).to.be.lessThan(15)
      }
    })

    it("doesn't happen if a budget counts as before", async () => {
      const budget = budgetOf()
      await save(at, budget)
      watch()
      await save(at, { ...budget, limitMinor: 5, version: 2 })
      expect(watched).to.include({ transactions: 1, readings: 0 })
    })

    it('adds under the lock what was reserved and released since', async () => {
      const early = await acceptAgainstBudgets(at, tenant, 100, { isFunded: true })
      await spendTimes(1, 20)
      watch(async (transaction) => {
        if (transaction !== 2) return
        await right(endMessages(at.storage, [early.messageId], 'release', NOW_MS))
        await spendTimes(1, 3)
      })
      const budget = budgetOf()
      await save(at, budget)
      expect(watched.transactions).to.equal(2)
      expect((await useOf(at, budget))?.usedMinor).to.equal(23)
    })

    it('continues without the lock if more than a slice happened meanwhile', async () => {
      watch((transaction) => (transaction === 2 || transaction === 3 ? spendTimes(5, 1) : nothing()))
      const budget = budgetOf()
      await save(at, budget)
      expect(watched.transactions).to.equal(4)
      expect((await useOf(at, budget))?.usedMinor).to.equal(10)
    })

    it('writes nothing as long as more than a slice happens again and again', async () => {
      watch(() => spendTimes(5, 1))
      const budget = budgetOf()
      const before = await right(at.storage.catalog.epoch())
      const outcome = await save(at, budget).catch((error: unknown) => String(error))
      expect(outcome).to.include('more was spent')
      expect(await useOf(at, budget)).to.equal(undefined)
      expect(await right(at.storage.catalog.epoch())).to.equal(before)
    })

    it('starts over if the scope has changed by the time of the lock', async () => {
      await spendTimes(2, 5)
      const budget = budgetOf()
      await save(at, budget)
      const ofEmail = { ...budget, scope: { channel: 'email' as const }, version: 2 }
      const ofSms = { ...budget, scope: { channel: 'sms' as const }, version: 3 }
      const other = await at.another()
      watch(async (transaction) => {
        if (transaction !== 2) return
        watched.meanwhile = nothing
        await save({ storage: other }, ofEmail)
      })
      await saveBy(at, budget, NOW_MS, (before) => (before?.version === 2 ? ofSms : ofEmail))
      expect((await useOf(at, budget))?.usedMinor).to.equal(10)
    })
  })
}

describeCounting('SQLite', sqliteOpener)
describeCounting('MariaDB', mariadbOpener)
