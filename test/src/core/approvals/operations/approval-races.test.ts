import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { replay, EMPTY_TALLY } from '@postrider/core/ledger/domain/replay'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { postgresOpener } from '../../../adapters/storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { accept, aRequest, credit } from '@postrider/conformance/storage/messaging/accepting'
import { useOffice } from '../../assembly/an-office.js'
import { aCredit, aDecision, aListPrice, worthOf } from './approval-calls.js'

const AT_ONCE = 20

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
  ['PostgreSQL', postgresOpener()],
] as const

const tagsOf = (answers: ReadonlyArray<E.Either<{ readonly _tag: string }, unknown>>) =>
  answers.map((answer) => (E.isRight(answer) ? 'done' : answer.left._tag))

const onceAmong = (count: number) => ['done', ...Array.from({ length: count - 1 }, () => 'Conflict')]

for (const [engine, open] of engines)
  describe(`Concurrent proposals and decisions on ${engine}`, () => {
    const office = useOffice(open)
    let maker: Operator
    let checkers: readonly Operator[]
    beforeEach(async () => {
      maker = await office.at.operator()
      checkers = [await office.at.operator(), await office.at.operator(), await office.at.operator()]
    })

    const worth = () => worthOf(office.at.storage, office.at.organizationId)
    const checker = (index: number): Operator => checkers[index % checkers.length] ?? maker
    const times = <A>(count: number, one: (index: number) => Promise<A>) =>
      Promise.all(Array.from({ length: count }, (_, index) => one(index)))

    it('decide a proposal once, whether people or Agents approve or reject it', async () => {
      const { organizationId, askAbove, askByAdminAgent, doneAbove } = office.at
      const { approval } = await doneAbove(maker, 'proposeBalanceCredit', aCredit(organizationId))
      const answers = await times(AT_ONCE, (index) => {
        const ask = index % 4 === 3 ? askByAdminAgent : askAbove
        return ask(checker(index), 'decideApproval', aDecision(approval))
      })
      expect(tagsOf(answers)).to.have.members(onceAmong(AT_ONCE))
      const { account, events } = await worth()
      expect(account).to.include({ postedMinor: 50_000, version: 1 })
      expect(events).to.have.length(1)
      const acts = await office.at.acts()
      expect(acts.filter(({ action }) => action === 'decideApproval')).to.have.length(1)
    })

    it('book each of many proposals once, in one chain of the account', async () => {
      const { organizationId, askAbove, doneAbove } = office.at
      const proposed: Array<Parameters<typeof aDecision>[0]> = []
      for (let count = 0; count < 6; count += 1) {
        const body = aCredit(organizationId, { amountMinor: 10 ** count })
        proposed.push((await doneAbove(maker, 'proposeBalanceCredit', body)).approval)
      }
      const answers = await times(proposed.length * 2, (index) => {
        const approval = proposed[index % proposed.length]
        if (approval === undefined) throw new Error('nothing was proposed')
        return askAbove(checker(index), 'decideApproval', aDecision(approval))
      })
      expect(tagsOf(answers).filter((tag) => tag === 'done')).to.have.length(proposed.length)
      const { account, events } = await worth()
      expect(account).to.include({ postedMinor: 111_111, version: 6 })
      const { tally, finding } = replay(EMPTY_TALLY, events, sha256)
      expect([tally.postedMinor, tally.digest, finding]).to.deep.equal([
        111_111,
        account?.headDigest,
        undefined,
      ])
    })

    it('create only one proposal of the same price', async () => {
      const { organizationId, askAbove } = office.at
      for (const owner of [organizationId, null]) {
        const answers = await times(AT_ONCE, (index) =>
          askAbove(checker(index), 'proposePriceVersion', aListPrice({ organizationId: owner })),
        )
        expect(tagsOf(answers)).to.have.members(onceAmong(AT_ONCE))
      }
    })

    it('never take money that messages reserve meanwhile', async () => {
      const { organizationId, app, storage, askAbove, doneAbove } = office.at
      await credit(storage, { organizationId, environment: 'test', currency: 'INR' }, 200)
      const taking = aCredit(organizationId, { amountMinor: -50 })
      const proposed: Array<Parameters<typeof aDecision>[0]> = []
      for (let count = 0; count < 4; count += 1)
        proposed.push((await doneAbove(maker, 'proposeBalanceAdjustment', taking)).approval)
      const sends = times(8, () => {
        const message = aMessage({ organizationId, appId: app.appId })
        return accept(storage, [aRequest({ message })])()
      })
      const decisions = await Promise.all(
        proposed.map((approval, index) => askAbove(checker(index), 'decideApproval', aDecision(approval))),
      )
      await sends
      const { account, events } = await worth()
      const taken = tagsOf(decisions).filter((tag) => tag === 'done').length
      expect(account?.postedMinor).to.equal(200 - 50 * taken)
      const reserved = events.filter(({ type }) => type === 'reservation').length * 25
      expect(account?.reservedMinor).to.equal(reserved)
      expect(200 - 50 * taken - reserved).to.be.within(0, 49)
      expect(replay(EMPTY_TALLY, events, sha256).finding).to.equal(undefined)
    })
  })
