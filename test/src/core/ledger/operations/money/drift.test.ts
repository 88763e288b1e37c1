import { expect } from 'chai'
import type { OperationName } from '@postrider/core/assembly/registry'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { postgresOpener } from '../../../../adapters/storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../../assembly/an-office.js'
import {
  aReconciliationScene,
  type ReconciliationScene,
} from '../../../runner/use-cases/a-reconciliation-scene.js'

const REASON = { reason: 'Somebody has to look.' }

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
  ['PostgreSQL', postgresOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Drift of an account on ${engine}`, () => {
    const office = useOffice(open)
    let scene: ReconciliationScene
    let operator: Operator
    beforeEach(async () => {
      scene = await aReconciliationScene(office.at)
      operator = await office.at.operator()
    })
    const done = <K extends OperationName>(operation: K, body: object) =>
      office.at.doneAbove(operator, operation, body)
    const resultOf = async (operation: OperationName, body: object): Promise<string> => {
      const answer = await office.at.askAbove(operator, operation, body)
      return E.isRight(answer) ? 'Done' : answer.left._tag
    }
    const key = () => scene.tenant.accountKey
    const named = () => ({ organizationId: key().organizationId, currency: key().currency })
    const tamper = async (changes: object): Promise<void> => {
      const { account, checkpoint } = await right(office.at.storage.ledger.status(key()))
      if (account === undefined || checkpoint === undefined) throw new Error('nothing was reconciled yet')
      await office.at.write((unit) => unit.figures.restore({ ...account, ...changes }, checkpoint))
    }
    const reconcile = async () => {
      const body = { organizationId: scene.tenant.scope.organizationId, ...REASON }
      return (await done('runReconciliation', body)).accounts
    }
    const drifting = async () =>
      (await done('listDriftingAccounts', { limit: 100 })).accounts.filter(
        ({ organizationId }) => organizationId === key().organizationId,
      )

    it('is found on demand, listed, never repaired automatically, and closed by a person', async () => {
      await scene.accept()
      expect((await reconcile())[0]).to.include({
        status: 'reconciled',
        environment: 'test',
        postedMinor: 25,
      })
      await tamper({ postedMinor: 1_025 })
      const [found] = await reconcile()
      expect(found).to.include({ status: 'drift', finding: 'posted is 1025, but the ledger has 25' })
      expect((await reconcile())[0]).to.include({ status: 'drift', postedMinor: 1_025 })
      expect(await drifting()).to.have.length(1)
      const body = { ...named(), version: found?.version, ...REASON }
      expect(await resultOf('restoreAccountFigures', { ...body, version: 99 })).to.equal('Conflict')
      const { account } = await done('restoreAccountFigures', body)
      expect(account).to.include({ status: 'reconciled', postedMinor: 25, reservedMinor: 25 })
      expect(await drifting()).to.deep.equal([])
      expect((await reconcile())[0]).to.include({ status: 'reconciled' })
      expect(await resultOf('restoreAccountFigures', body)).to.equal('Conflict')
    })

    it("can't be closed by a person while the ledger is incomplete", async () => {
      await scene.accept()
      await reconcile()
      await tamper({ postedMinor: 1_025, headDigest: fresh.hex(64) })
      const [found] = await reconcile()
      expect(found?.status).to.equal('drift')
      const body = { ...named(), version: found?.version, ...REASON }
      expect(await resultOf('restoreAccountFigures', body)).to.equal('Conflict')
      expect(await drifting()).to.have.length(1)
    })

    it('is checked in all accounts, several per call', async () => {
      await scene.accept()
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const body: object = cursor === null ? REASON : { ...REASON, cursor }
        const page: { accounts: ReadonlyArray<{ organizationId: string }>; nextCursor: string | null } =
          await done('runReconciliation', body)
        expect(page.accounts.length).to.be.at.most(20)
        seen.push(...page.accounts.map(({ organizationId }) => organizationId))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen).to.include(key().organizationId)
      expect(new Set(seen).size).to.equal(seen.length)
    })
  })
