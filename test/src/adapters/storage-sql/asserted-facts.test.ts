import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { lastChangeOf, type RecentChanges } from '@postrider/core/tenancy/domain/catalog-changes'
import { expect } from 'chai'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { anAuditEvent } from '@postrider/conformance/builders/an-audit-event'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { right } from '@postrider/conformance/outcome'
import {
  type AcceptanceRequest,
  acceptOne,
  aRequest,
  credit,
  judgeRequests,
  payingAccountOf,
  requestsQueryOf,
} from '@postrider/conformance/storage/messaging/accepting'
import { exclusively, record } from '@postrider/conformance/storage/unit-work'
import { type BudgetUse, budgetUseKey, unused } from '@postrider/core/ledger/domain/budgets/budget'
import { E } from '@postrider/core/fp'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { EMPTY_TALLY, replay } from '@postrider/core/ledger/domain/replay'
import type { OptInGrant } from '@postrider/core/consent/domain/opt-in'
import { suppressionKey } from '@postrider/core/consent/domain/suppression'
import type {
  AcceptanceFacts,
  AcceptancePlan,
  AcceptanceQuery,
} from '@postrider/core/messaging/ports/acceptance-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Engine } from '@postrider/storage-sql/engine/engine'
import { openStorageOn } from '@postrider/storage-sql/sql-storage'
import { onPostgres } from '../storage-postgres/open-postgres.js'
import { onMariadb, onSqlite, type Place, useDatabases } from './empty-database.js'

/**
 * The calls from the storage under test to the engine: transactions that read first, and those written at
 * once.
 */
interface Heard {
  readings: number
  /** Whether each one was committed. */
  readonly written: boolean[]
}

const hearing = (engine: Engine, heard: Heard): Engine => ({
  ...engine,
  transact: (gather, judge) => {
    heard.readings += 1
    return engine.transact(gather, judge)
  },
  write: async (...given) => {
    const written = await engine.write(...given)
    heard.written.push(E.isRight(written) && written.right !== undefined)
    return written
  },
})

const assertedFacts = (name: string, open: (tables?: 'made') => Promise<Place>): void => {
  describe(`Acceptance with cached facts on ${name}`, () => {
    const databases = useDatabases()
    let storage: Storage
    let other: Storage
    let organizationId: OrganizationId
    const heard: Heard = { readings: 0, written: [] }

    const request = (amountMinor = 1): AcceptanceRequest =>
      aRequest({ message: aMessage({ organizationId, charge: { ...aMessage().charge, amountMinor } }) })

    const forget = (): void => {
      heard.readings = 0
      heard.written.length = 0
    }

    /** Accepts until it succeeds with cached facts. */
    const settle = async (): Promise<void> => {
      do {
        forget()
        await accept([request()])
      } while (!heard.written.includes(true))
      forget()
    }

    /** Accepts requests, and returns the facts of the final judgment. */
    const accept = async (
      requests: readonly AcceptanceRequest[],
      overrides: Partial<AcceptanceQuery> = {},
      more: (known: AcceptanceFacts) => Partial<AcceptancePlan<unknown>> = () => ({}),
    ) => {
      return right(
        storage.acceptance.accept({ ...requestsQueryOf(requests), ...overrides }, (known) => {
          const plan = judgeRequests(requests)(known)
          return { ...plan, ...more(known), result: { known, answers: plan.result.map(({ _tag }) => _tag) } }
        }),
      )
    }

    beforeEach(async () => {
      const { url, engine } = await databases.opened(() => open('made'))
      storage = openStorageOn(hearing(engine, heard))
      other = await databases.stored(url)
      organizationId = fresh.id('org')
      await credit(other, payingAccountOf(request().message), 1_000)
      await accept([request()])
      forget()
    })

    const expectRefuted = () => expect(heard).to.deep.equal({ readings: 1, written: [false] })

    it('needs one round trip, and writes the same as every acceptance', async () => {
      for (let round = 0; round < 3; round += 1)
        expect((await accept([request(), request()])).answers).to.deep.equal(['Accepted', 'Accepted'])
      expect(heard).to.deep.equal({ readings: 0, written: [true, true, true] })
      const events = await right(storage.ledger.events(payingAccountOf(request().message), 0, 100))
      expect(events).to.have.length(8)
    })

    it('is refused if another process charged the account, and then reads that the money is spent', async () => {
      await acceptOne(other, request(998))
      expect((await accept([request(2)])).answers).to.deep.equal(['Unaffordable'])
      expectRefuted()
      expect((await accept([request(1)])).answers).to.deep.equal(['Accepted'])
    })

    it("is refused if a key was used, also for items that it wouldn't write", async () => {
      const used = request()
      await acceptOne(other, used)
      await settle()
      expect((await accept([used])).answers).to.deep.equal(['Replayed'])
      expectRefuted()
      await settle()
      const tooDear = {
        ...used,
        message: { ...used.message, charge: { ...used.message.charge, amountMinor: 9_999 } },
      }
      expect((await accept([tooDear, request()])).answers).to.deep.equal(['Replayed', 'Accepted'])
      expectRefuted()
    })

    it('is refused if something changed for its Organization or for all of them', async () => {
      const own = aBudget({ organizationId })
      for (const isOwn of [true, false]) {
        const { known: before } = await accept([request()])
        await exclusively({ storage: other }, (unit) => {
          if (isOwn) unit.budgets.remove(own)
          else unit.blockedDestinations.add({ prefix: '+8881', createdAtMs: NOW_MS })
        })
        forget()
        const { known } = await accept([request()])
        const at = [before, known].map(({ changes }) => lastChangeOf(changes, organizationId))
        expect(at[1]).to.be.greaterThan(at[0] ?? 0)
        expectRefuted()
      }
    })

    it('passes at once after a change that the caller has noticed', async () => {
      await accept([request()])
      const since = await right(other.catalog.epoch())
      await exclusively({ storage: other }, (unit) => unit.budgets.remove(aBudget({ organizationId })))
      const { changes: noticed } = await right(other.catalog.changes(since))
      forget()
      const { known } = await accept([request()], { noticed })
      expect(known.changes.organizations).to.deep.equal(noticed.organizations)
      expect(heard).to.deep.equal({ readings: 0, written: [true] })
    })

    it('reports the changes until its commit in the same round trip, and none if it is refused', async () => {
      await accept([request()])
      const reported: RecentChanges[] = []
      const changed = fresh.id('org')
      const wanting = async (): Promise<void> => {
        const changesAfterCommit = {
          sinceEpoch: (await right(other.catalog.epoch())) - 1,
          report: (recent: RecentChanges) => void reported.push(recent),
        }
        forget()
        await accept([request()], { changesAfterCommit })
      }
      await exclusively({ storage: other }, (unit) =>
        unit.budgets.remove(aBudget({ organizationId: changed })),
      )
      await wanting()
      expect(heard).to.deep.equal({ readings: 0, written: [true] })
      const epoch = await right(other.catalog.epoch())
      expect(reported.map((recent) => [recent.epoch, ...recent.changes.organizations])).to.deep.equal([
        [epoch, [changed, epoch]],
      ])
      await acceptOne(other, request())
      await wanting()
      expectRefuted()
      expect(reported).to.have.length(1)
    })

    it('passes if something changed for another Organization, or only for people', async () => {
      await accept([request()])
      await exclusively({ storage: other }, (unit) => record(unit, anAuditEvent()))
      await exclusively({ storage: other }, (unit) =>
        unit.budgets.remove(aBudget({ organizationId: fresh.id('org') })),
      )
      forget()
      await accept([request()])
      expect(heard).to.deep.equal({ readings: 0, written: [true] })
    })

    it('separates changes of credentials from others', async () => {
      const since = await right(other.catalog.epoch())
      await exclusively({ storage: other }, async (unit) => {
        unit.budgets.remove(aBudget({ organizationId }))
        unit.blockedDestinations.add({ prefix: '+8882', createdAtMs: NOW_MS })
      })
      const { changes, credentials } = await right(other.catalog.changes(since))
      expect(changes.organizations.size).to.equal(1)
      expect(credentials).to.deep.equal({ everyone: 0, organizations: new Map() })
      const { credential } = aTenant()
      await exclusively({ storage: other }, async (unit) =>
        unit.credentials.add({ ...credential, organizationId }),
      )
      const after = await right(other.catalog.changes(since))
      expect([...after.credentials.organizations]).to.deep.equal([[organizationId, after.epoch]])
    })

    it('keeps permissions unchanged when only sending settings change', async () => {
      const since = await right(other.catalog.epoch())
      const { app, credential } = aTenant()
      await exclusively({ storage: other }, async (unit) => {
        unit.budgets.remove(aBudget({ organizationId }))
        unit.apps.add({ ...app, organizationId })
        unit.credentials.add({ ...credential, organizationId })
        unit.suppressions.add(aSuppression({ organizationId }))
        await record(unit, anAuditEvent())
      })
      const { changes, rights } = await right(other.catalog.changes(since))
      expect([...changes.organizations.keys()]).to.deep.equal([organizationId])
      expect(rights).to.equal(0)
    })

    it('is refused if the database is held', async () => {
      forget()
      await right(other.installation.hold('operator', NOW_MS))
      expect((await accept([request()])).known.isHeld).to.equal(true)
      expectRefuted()
    })

    it('is refused if another process used part of a budget', async () => {
      const budget = aBudget({ organizationId })
      const key = unused(budget, NOW_MS)
      const spend = (usedMinor: number) => (known: AcceptanceFacts) => {
        const before: BudgetUse = known.budgetUses.get(budgetUseKey(key)) ?? key
        return { budgetUses: [{ ...before, usedMinor: before.usedMinor + usedMinor }] }
      }
      await accept([request()], { budgets: [key] }, spend(5))
      expect(heard.written).to.deep.equal([])
      await accept([request()], { budgets: [key] }, spend(5))
      expect(heard.written).to.deep.equal([true])
      const others = aRequest()
      await credit(other, payingAccountOf(others.message), 1_000)
      await right(
        other.acceptance.accept({ ...requestsQueryOf([others]), budgets: [key] }, (known) => ({
          ...judgeRequests([others])(known),
          ...spend(7)(known),
          result: undefined,
        })),
      )
      forget()
      const { known } = await accept([request()], { budgets: [key] }, spend(5))
      expectRefuted()
      expect(known.budgetUses.get(budgetUseKey(key))?.usedMinor).to.equal(17)
    })

    it('is refused if a budget refused a message of another process, and keeps its refusal', async () => {
      const budget = aBudget({ organizationId })
      const key = unused(budget, NOW_MS)
      const change = (by: Partial<BudgetUse>) => (known: AcceptanceFacts) => ({
        budgetUses: [{ ...(known.budgetUses.get(budgetUseKey(key)) ?? key), ...by }],
      })
      await accept([request()], { budgets: [key] }, change({ usedMinor: 5 }))
      forget()
      await accept([request()], { budgets: [key] }, change({ usedMinor: 10 }))
      expect(heard.written).to.deep.equal([true])
      await right(
        other.acceptance.accept({ ...requestsQueryOf([request()]), budgets: [key] }, (known) => ({
          ...writingNothing(undefined),
          ...change({ firstRefusedAtMs: NOW_MS })(known),
        })),
      )
      forget()
      await accept([request()], { budgets: [key] }, change({ usedMinor: 15 }))
      expectRefuted()
      const { known } = await accept([request()], { budgets: [key] }, change({ usedMinor: 20 }))
      const use = { ...key, usedMinor: 15, firstRefusedAtMs: NOW_MS }
      expect(known.budgetUses.get(budgetUseKey(key))).to.deep.equal(use)
    })

    it('is refused if a recipient is suppressed', async () => {
      const suppression = aSuppression({ organizationId })
      await exclusively({ storage: other }, (unit) => unit.suppressions.add(suppression))
      await settle()
      const { known } = await accept([request()], { suppressions: [suppression] })
      expectRefuted()
      expect([...known.suppressed.keys()]).to.deep.equal([suppressionKey(suppression)])
    })

    it('passes only if all recipients who need an opt-in have one for everything', async () => {
      const [general, onSms] = [{}, { channel: 'sms' }].map((grant) => ({
        organizationId,
        recipient: fresh.hex(32),
        grants: [grant as OptInGrant],
      }))
      if (general === undefined || onSms === undefined) throw new Error('no opt-ins')
      await exclusively({ storage: other }, (unit) => {
        unit.optIns.add(general)
        unit.optIns.add(onSms)
      })
      await settle()
      const passed = await accept([request()], { optIns: [general] })
      expect(heard).to.deep.equal({ readings: 0, written: [true] })
      expect(passed.known.optedIn.get(suppressionKey(general))).to.deep.equal([{}])
      forget()
      const { known } = await accept([request()], { optIns: [general, onSms] })
      expectRefuted()
      expect(known.optedIn.get(suppressionKey(onSms))).to.deep.equal([{ channel: 'sms' }])
      forget()
      await accept([request()], { optIns: [onSms] })
      expect(heard, 'the next one reads at once').to.deep.equal({ readings: 1, written: [] })
      await exclusively({ storage: other }, (unit) => unit.optIns.remove(general))
      const missing = await accept([request()], { optIns: [general] })
      expect([...missing.known.optedIn]).to.deep.equal([])
    })

    it('compares the opt-ins of each Organization', async () => {
      const [asha, bran] = [fresh.hex(32), fresh.hex(32)]
      const anOptIn = (recipient: string) => ({ organizationId, recipient, grants: [{}] })
      await exclusively({ storage: other }, (unit) => {
        for (const recipient of [asha, bran]) unit.optIns.add(anOptIn(recipient))
      })
      await settle()
      const elsewhere = { organizationId: fresh.id('org'), recipient: bran }
      const { known } = await accept([request()], { optIns: [anOptIn(asha), elsewhere] })
      expectRefuted()
      expect(known.optedIn.get(suppressionKey(elsewhere))).to.equal(undefined)
    })

    it('is refused if a batch was accepted before, whether it would write the receipt or not', async () => {
      const receipt = { key: fresh.hex(32), material: fresh.hex(32), createdAtMs: NOW_MS }
      await accept([request()], { receipts: [receipt.key] }, () => ({ receipts: [receipt] }))
      expect(heard.written).to.deep.equal([true])
      for (const receipts of [[receipt], []]) {
        forget()
        const { known } = await accept([request()], { receipts: [receipt.key] }, ({ receipts: found }) => ({
          receipts: found.size > 0 ? [] : receipts,
        }))
        expectRefuted()
        expect([...known.receipts.keys()]).to.deep.equal([receipt.key])
        await settle()
      }
    })

    it("isn't tried if it would refuse all, nor on an account that others keep changing", async () => {
      expect((await accept([request(9_999)])).answers).to.deep.equal(['Unaffordable'])
      expect(heard).to.deep.equal({ readings: 1, written: [] })
      for (let round = 0; round < 40; round += 1) {
        await acceptOne(other, request())
        await accept([request()])
      }
      expect(heard.written.length).to.be.within(2, 6)
      expect(heard.written).to.not.include(true)
      for (let round = 0; round < 64; round += 1) await accept([request()])
      expect(heard.written).to.include(true)
    })

    it('charges an account once for each message, in any number of storages that cache it', async () => {
      const requests = Array.from({ length: 60 }, () => request())
      await Promise.all(requests.map((one, at) => (at % 2 === 0 ? accept([one]) : acceptOne(other, one))))
      const key = payingAccountOf(request().message)
      const events = await right(storage.ledger.events(key, 0, 100))
      expect(events).to.have.length(62)
      expect(replay(EMPTY_TALLY, events, sha256).finding).to.equal(undefined)
    })
  })
}

assertedFacts('SQLite', onSqlite)
assertedFacts('MariaDB', onMariadb)
assertedFacts('PostgreSQL', onPostgres)
