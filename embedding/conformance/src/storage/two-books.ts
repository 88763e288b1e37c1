import { shownMessage } from '@postrider/core/messaging/domain/messages/message'
import { expect } from 'chai'
import type { AccountKey } from '@postrider/core/ledger/domain/account'
import { type Book, sheetName } from '@postrider/core/ledger/domain/book'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { EMPTY_TALLY, replay } from '@postrider/core/ledger/domain/replay'
import { untouched } from '@postrider/core/ledger/use-cases/checkpoints'
import { aBudget } from '../builders/a-budget.js'
import { aMessage } from '../builders/a-message.js'
import { anApproval, aCreditProposal } from '../builders/an-approval.js'
import { aTenant, recordsOf } from '../builders/a-tenant.js'
import { fresh, NOW_MS } from '../builders/fresh.js'
import { sha256 } from '../builders/sha256.js'
import { right } from '../outcome.js'
import { accept, acceptOne, aRequest, credit } from './accepting.js'
import { save } from './budgeting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from './open-storage.js'
import { endMessages } from './settling.js'
import { allEvents } from './traces.js'
import { sharing } from './unit-work.js'

const BOOKS: readonly Book[] = ['first', 'test', 'production']

const accountIn = (organizationId: AccountKey['organizationId'], book: Book): AccountKey => ({
  organizationId,
  book,
  currency: 'INR',
})

const accountOf = async ({ storage }: StorageUnderTest, key: AccountKey) =>
  (await right(storage.ledger.status(key))).account

const inBook = (organizationId: AccountKey['organizationId'], book: Book, amountMinor = 25) => {
  const { charge } = aMessage()
  return aRequest({ message: aMessage({ organizationId, book, charge: { ...charge, amountMinor } }) })
}

const money = (at: StorageUnderTest): void => {
  it('never passes from one book to another: an empty one pays for nothing, whatever is in the others', async () => {
    for (const empty of BOOKS) {
      const organizationId = fresh.id('org')
      const full = BOOKS.filter((book) => book !== empty)
      for (const book of full) await credit(at.storage, accountIn(organizationId, book), 1_000)
      const answers = await right(
        accept(at.storage, [
          inBook(organizationId, empty),
          ...full.map((book) => inBook(organizationId, book)),
        ]),
      )
      expect(answers.map(({ _tag }) => _tag)).to.deep.equal(['Unaffordable', 'Accepted', 'Accepted'])
      expect(await accountOf(at, accountIn(organizationId, empty))).to.equal(undefined)
      for (const book of full)
        expect(await accountOf(at, accountIn(organizationId, book))).to.include({
          postedMinor: 1_000,
          reservedMinor: 25,
        })
    }
  })

  it('is settled and released in the book that reserved it, in one chain of its own', async () => {
    const organizationId = fresh.id('org')
    for (const [at100, book] of BOOKS.entries())
      await credit(at.storage, accountIn(organizationId, book), 100 * (at100 + 1))
    const requests = BOOKS.flatMap((book) => [
      inBook(organizationId, book, 20),
      inBook(organizationId, book, 5),
    ])
    await right(accept(at.storage, requests))
    const [settled, released] = [0, 1].map((rest) =>
      requests.filter((_, index) => index % 2 === rest).map(({ message }) => message.messageId),
    )
    await right(endMessages(at.storage, settled ?? [], 'settlement', NOW_MS + 1))
    await right(endMessages(at.storage, released ?? [], 'release', NOW_MS + 2))
    for (const [index, book] of BOOKS.entries()) {
      const key = accountIn(organizationId, book)
      const events = await allEvents(at.storage, key)
      expect(events.map(({ type }) => type)).to.deep.equal(
        ['credit', 'reservation', 'reservation', 'settlement', 'release'],
        book,
      )
      expect(new Set(events.map(sheetName))).to.deep.equal(new Set([sheetName(key)]))
      expect(replay(EMPTY_TALLY, events, sha256)).to.deep.include({ finding: undefined })
      const account = await accountOf(at, key)
      expect(account).to.deep.include({ ...key, postedMinor: 100 * (index + 1) - 20, reservedMinor: 0 })
    }
  })

  it('is read book by book: balance, events, activity, usage and how far it was re-added', async () => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    const { organizationId, appId } = tenant.scope
    for (const book of BOOKS) {
      const { charge } = aMessage()
      const message = aMessage({ organizationId, appId, book, charge })
      await credit(at.storage, accountIn(organizationId, book), 500)
      await acceptOne(at.storage, aRequest({ message }))
      const read = await right(
        at.storage.projections.messages([{ scope: tenant.scope, messageId: message.messageId }]),
      )
      expect(read.value).to.deep.equal([shownMessage(message)])
    }
    const range = { fromMs: 0, toMs: NOW_MS * 2, limit: 100 }
    for (const book of BOOKS) {
      const key = accountIn(organizationId, book)
      const account = await accountOf(at, key)
      const checkpoint = untouched(account ?? newAccount(key), NOW_MS)
      expect(await right(at.storage.ledger.saveCheckpoint(checkpoint, undefined))).to.equal(true)
      const balance = await right(at.storage.projections.balance(key))
      expect(balance.value).to.deep.equal({ account, checkpoint })
      const query = { ...key, ...range, type: undefined, appId: undefined, afterSeq: 0 }
      const entries = await right(at.storage.activity.entries(query))
      expect(entries.value.map(({ event }) => event)).to.deep.equal(await allEvents(at.storage, key))
      const usage = await right(
        at.storage.projections.usage(tenant.scope, { ...range, book, currency: 'INR', after: undefined }),
      )
      expect(usage.value).to.have.length(1)
    }
    const listed = await right(at.storage.ledger.accounts(undefined, 1_000))
    const own = listed.filter((account) => account.organizationId === organizationId)
    expect(own.map(sheetName)).to.deep.equal(['INR', 'INR/prod', 'INR/test'])
    const [first] = own
    const after = await right(at.storage.ledger.accounts(first, 1))
    expect(after.map(sheetName)).to.deep.equal(['INR/prod'])
  })
}

const apart = (at: StorageUnderTest): void => {
  it('of each book count what is spent from it alone, and are listed with it', async () => {
    const organizationId = fresh.id('org')
    for (const book of BOOKS) await credit(at.storage, accountIn(organizationId, book), 1_000)
    await right(accept(at.storage, [inBook(organizationId, 'first', 10), inBook(organizationId, 'test', 70)]))
    const budgets = BOOKS.map((book) => aBudget({ organizationId, book }))
    for (const budget of budgets) await save(at, budget)
    const used = [10, 70, 0]
    for (const [index, book] of BOOKS.entries()) {
      const { value } = await right(at.storage.budgets.list(organizationId, book, NOW_MS))
      expect(value.map(({ budget }) => budget)).to.deep.equal([budgets[index]])
      expect(value.map(({ use }) => use.usedMinor)).to.deep.equal([used[index]])
    }
  })

  it('is kept of a proposal, too', async () => {
    for (const book of BOOKS) {
      const approval = anApproval({ proposal: aCreditProposal({ book }) })
      await sharing(at, (unit) => unit.approvals.add(approval))
      expect(await sharing(at, (unit) => unit.approvals.lock(approval.approvalId))).to.deep.equal(approval)
    }
  })

  it('are whose the Organization says, and its Projects are of the environments that they are of', async () => {
    const [old, made] = [aTenant(), aTenant({ organization: { firstBook: 'production' } })]
    const project = { ...made.project, projectId: fresh.id('prj'), environment: 'production' as const }
    await right(at.storage.catalog.save(recordsOf(old)))
    await right(at.storage.catalog.save(recordsOf(made)))
    await right(at.storage.catalog.save({ projects: [project] }))
    const ids = [old.organization.organizationId, made.organization.organizationId]
    const { value } = await right(at.storage.tenancy.organizationBooks([...ids, fresh.id('org')]))
    expect([...value]).to.have.deep.members([
      [ids[0], { firstBook: 'test', environments: ['test'] }],
      [ids[1], { firstBook: 'production', environments: ['production', 'test'] }],
    ])
    for (const [id, environments] of [...value].map(([of, kept]) => [of, kept.environments] as const))
      expect(await sharing(at, (unit) => unit.projects.environmentsOf(id))).to.deep.equal(environments)
    expect(
      await sharing(at, (unit) => unit.organizations.lock(made.organization.organizationId)),
    ).to.deep.equal(made.organization)
  })
}

/** Each environment keeps a book of its own (docs/decisions/0030). */
export const twoBooksSuite = (open: OpenStorage): void => {
  describe('Money in two books', () => money(useStorage(open)))
  describe('Budgets and books', () => apart(useStorage(open)))
}
