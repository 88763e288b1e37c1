import { shownMessage } from '@postrider/core/messaging/domain/messages/message'
import { expect } from 'chai'
import type { AccountKey } from '@postrider/core/ledger/domain/account'
import { accountName } from '@postrider/core/ledger/domain/account'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { EMPTY_TALLY, replay } from '@postrider/core/ledger/domain/replay'
import { untouched } from '@postrider/core/ledger/use-cases/checkpoints'
import { aBudget } from '../../builders/a-budget.js'
import { aMessage } from '../../builders/a-message.js'
import { anApproval, aCreditProposal } from '../../builders/an-approval.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { sha256 } from '../../builders/sha256.js'
import { right } from '../../outcome.js'
import { accept, acceptOne, aRequest, credit } from '../messaging/accepting.js'
import { save } from './budgeting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages } from '../messaging/settling.js'
import { allEvents } from '../messaging/traces.js'
import { sharing } from '../unit-work.js'

const ENVIRONMENTS: readonly Environment[] = ['production', 'test']

const accountIn = (organizationId: AccountKey['organizationId'], environment: Environment): AccountKey => ({
  organizationId,
  environment,
  currency: 'INR',
})

const accountOf = async ({ storage }: StorageUnderTest, key: AccountKey) =>
  (await right(storage.ledger.status(key))).account

const inEnvironment = (
  organizationId: AccountKey['organizationId'],
  environment: Environment,
  amountMinor = 25,
) => {
  const { charge } = aMessage()
  return aRequest({ message: aMessage({ organizationId, environment, charge: { ...charge, amountMinor } }) })
}

const money = (at: StorageUnderTest): void => {
  it('is separate: an empty account pays for nothing, even if the other one has money', async () => {
    for (const empty of ENVIRONMENTS) {
      const organizationId = fresh.id('org')
      const full = ENVIRONMENTS.filter((environment) => environment !== empty)
      for (const environment of full) await credit(at.storage, accountIn(organizationId, environment), 1_000)
      const answers = await right(
        accept(at.storage, [
          inEnvironment(organizationId, empty),
          ...full.map((environment) => inEnvironment(organizationId, environment)),
        ]),
      )
      expect(answers.map(({ _tag }) => _tag)).to.deep.equal(['Unaffordable', 'Accepted'])
      expect(await accountOf(at, accountIn(organizationId, empty))).to.equal(undefined)
      for (const environment of full)
        expect(await accountOf(at, accountIn(organizationId, environment))).to.include({
          postedMinor: 1_000,
          reservedMinor: 25,
        })
    }
  })

  it('is settled and released in the account that reserved it, with its own chain', async () => {
    const organizationId = fresh.id('org')
    for (const [at100, environment] of ENVIRONMENTS.entries())
      await credit(at.storage, accountIn(organizationId, environment), 100 * (at100 + 1))
    const requests = ENVIRONMENTS.flatMap((environment) => [
      inEnvironment(organizationId, environment, 20),
      inEnvironment(organizationId, environment, 5),
    ])
    await right(accept(at.storage, requests))
    const [settled, released] = [0, 1].map((rest) =>
      requests.filter((_, index) => index % 2 === rest).map(({ message }) => message.messageId),
    )
    await right(endMessages(at.storage, settled ?? [], 'settlement', NOW_MS + 1))
    await right(endMessages(at.storage, released ?? [], 'release', NOW_MS + 2))
    for (const [index, environment] of ENVIRONMENTS.entries()) {
      const key = accountIn(organizationId, environment)
      const events = await allEvents(at.storage, key)
      expect(events.map(({ type }) => type)).to.deep.equal(
        ['credit', 'reservation', 'reservation', 'settlement', 'release'],
        environment,
      )
      expect(new Set(events.map(accountName))).to.deep.equal(new Set([accountName(key)]))
      expect(replay(EMPTY_TALLY, events, sha256)).to.deep.include({ finding: undefined })
      const account = await accountOf(at, key)
      expect(account).to.deep.include({ ...key, postedMinor: 100 * (index + 1) - 20, reservedMinor: 0 })
    }
  })

  it('is read by environment: balance, events, activity, usage and the progress of verification', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { organizationId, appId } = tenant.scope
    for (const environment of ENVIRONMENTS) {
      const { charge } = aMessage()
      const message = aMessage({ organizationId, appId, environment, charge })
      await credit(at.storage, accountIn(organizationId, environment), 500)
      await acceptOne(at.storage, aRequest({ message }))
      const read = await right(
        at.storage.projections.messages([{ scope: tenant.scope, messageId: message.messageId }]),
      )
      expect(read.value).to.deep.equal([shownMessage(message)])
    }
    const range = { fromMs: 0, toMs: NOW_MS * 2, limit: 100 }
    for (const environment of ENVIRONMENTS) {
      const key = accountIn(organizationId, environment)
      const account = await accountOf(at, key)
      const checkpoint = untouched(account ?? newAccount(key), NOW_MS)
      expect(await right(at.storage.ledger.saveCheckpoint(checkpoint, undefined))).to.equal(true)
      const balance = await right(at.storage.projections.balance(key))
      expect(balance.value).to.deep.equal({ account, checkpoint })
      const query = { ...key, ...range, type: undefined, appId: undefined, afterSeq: 0 }
      const entries = await right(at.storage.activity.entries(query))
      expect(entries.value.map(({ event }) => event)).to.deep.equal(await allEvents(at.storage, key))
      const usage = await right(
        at.storage.projections.usage(tenant.scope, {
          ...range,
          environment,
          currency: 'INR',
          after: undefined,
        }),
      )
      expect(usage.value).to.have.length(1)
    }
    const listed = await right(at.storage.ledger.accounts(undefined, 1_000))
    const own = listed.filter((account) => account.organizationId === organizationId)
    expect(own.map(accountName)).to.deep.equal(['production/INR', 'test/INR'])
    const [first] = own
    const after = await right(at.storage.ledger.accounts(first, 1))
    expect(after.map(accountName)).to.deep.equal(['test/INR'])
  })
}

const apart = (at: StorageUnderTest): void => {
  it('of each environment count only what is spent there, and are listed with it', async () => {
    const organizationId = fresh.id('org')
    for (const environment of ENVIRONMENTS)
      await credit(at.storage, accountIn(organizationId, environment), 1_000)
    await right(
      accept(at.storage, [
        inEnvironment(organizationId, 'production', 10),
        inEnvironment(organizationId, 'test', 70),
      ]),
    )
    const budgets = ENVIRONMENTS.map((environment) => aBudget({ organizationId, environment }))
    for (const budget of budgets) await save(at, budget)
    const used = [10, 70]
    for (const [index, environment] of ENVIRONMENTS.entries()) {
      const { value } = await right(at.storage.budgets.list(organizationId, environment, NOW_MS))
      expect(value.map(({ budget }) => budget)).to.deep.equal([budgets[index]])
      expect(value.map(({ use }) => use.usedMinor)).to.deep.equal([used[index]])
    }
  })

  it('store the environment of a proposal too', async () => {
    for (const environment of ENVIRONMENTS) {
      const approval = anApproval({ proposal: aCreditProposal({ environment }) })
      await sharing(at, (unit) => unit.approvals.add(approval))
      expect(await sharing(at, (unit) => unit.approvals.lock(approval.approvalId))).to.deep.equal(approval)
    }
  })

  it("are in the environments of the Organization's Projects", async () => {
    const [one, both] = [aTenant(), aTenant()]
    const project = { ...both.project, projectId: fresh.id('prj'), environment: 'production' as const }
    await right(at.storage.catalog.save(recordsOf(one)))
    await right(at.storage.catalog.save(recordsOf(both)))
    await right(at.storage.catalog.save({ projects: [project] }))
    for (const [id, environments] of [
      [one.organization.organizationId, ['test']],
      [both.organization.organizationId, ['production', 'test']],
      [fresh.id('org'), []],
    ] as const) {
      expect((await right(at.storage.tenancy.environments(id))).value).to.deep.equal(environments)
      expect(await sharing(at, (unit) => unit.projects.environmentsOf(id))).to.deep.equal(environments)
    }
  })
}

/** Tests that each environment has accounts of its own (docs/decisions/0030). */
export const environmentAccountsSuite = (open: OpenStorage): void => {
  describe('Money of two environments', () => money(useStorage(open)))
  describe('Budgets of two environments', () => apart(useStorage(open)))
}
