import { expect } from 'chai'
import { actsIn } from '../../../builders/acts-in.js'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { reconcile } from '@postrider/core/ledger/use-cases/reconcile'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { eventsOf } from '../../fakes/storage/tables.js'
import { someBooks } from './some-books.js'

describe('The reconciler', () => {
  it('compares the other accounts if one is damaged, and names that one', async () => {
    const books = someBooks(2)
    const { tables, emitted, ports } = books
    const broken = newAccount({ ...books.key, organizationId: fresh.id('org') })
    tables.accounts.set(accountKey(broken), broken)
    const { ledger } = ports.storage
    const status: typeof ledger.status = (key) => {
      if (key.organizationId === broken.organizationId) throw new Error('a row is damaged')
      return ledger.status(key)
    }
    const slice = reconcile({ ...ports, storage: { ...ports.storage, ledger: { ...ledger, status } } })
    const { accounts } = await right(slice(undefined))
    expect(accounts).to.equal(tables.accounts.size - 1)
    expect(books.checkpoint()?.status).to.equal('reconciled')
    const causes = emitted.flatMap((event) => (event._tag === 'PartFailed' ? [event.cause] : []))
    expect(causes.join()).to.include(broken.organizationId)
  })

  it('finds that account and ledger agree, and resumes from there the next time', async () => {
    const books = someBooks(3)
    expect(await books.run()).to.include({
      status: 'reconciled',
      seq: 3,
      postedMinor: 1_010,
      finding: undefined,
    })
    books.book()
    expect(await books.run()).to.include({ status: 'reconciled', seq: 4 })
    const callsBefore = books.faults.calls('events')
    await books.run()
    expect(books.faults.calls('events')).to.equal(callsBefore)
  })

  it('reports drift when an amount differs, and repairs nothing', async () => {
    for (const changed of [{ postedMinor: 9 }, { reservedMinor: 1 }, { headDigest: 'f'.repeat(64) }]) {
      const books = someBooks(2)
      await books.run()
      books.change(changed)
      const { drifting } = await right(books.slice(undefined))
      expect(drifting).to.have.length(1)
      expect(books.checkpoint()?.status, JSON.stringify(changed)).to.equal('drift')
      expect(books.checkpoint()?.finding).to.be.a('string')
      expect(books.account()).to.include(changed)
      expect(books.emitted).to.deep.include({ _tag: 'LedgerChecked', accounts: 1, drifting: 1 })
    }
  })

  it('logs drift when it appears, once, also after a restart, and again when it returns', async () => {
    const books = someBooks(2)
    const { tables } = books
    const rightly = books.account().postedMinor
    await books.run()
    expect(tables.audit).to.deep.equal([])
    books.change({ postedMinor: 9 })
    await books.run()
    await books.run()
    await right(reconcile(books.ports)(undefined))
    const [event] = actsIn(tables.audit)
    expect(actsIn(tables.audit)).to.deep.equal([
      {
        auditId: event?.auditId,
        actor: { kind: 'system', id: 'reconciler' },
        action: 'ledger.drift',
        target: books.at,
        organizationId: books.key.organizationId,
        reason: undefined,
        atMs: NOW_MS,
        details: { environment: 'test', currency: 'INR', finding: books.checkpoint()?.finding, seq: 2 },
      },
    ])
    books.change({ postedMinor: rightly })
    await books.time.advance(10 * MINUTE_MS)
    expect((await books.run())?.status).to.equal('reconciled')
    books.change({ postedMinor: 9 })
    await books.run()
    expect(tables.audit).to.have.length(2)
  })

  it("doesn't treat drift as known before it was stored", async () => {
    const books = someBooks(2)
    books.change({ postedMinor: 9 })
    books.faults.plan('transact', 'away')
    expect(E.isLeft(await books.slice(undefined)())).to.equal(true)
    expect(books.checkpoint()).to.equal(undefined)
    await books.run()
    expect(books.tables.audit).to.have.length(1)
  })

  it('checks a long ledger in slices, pending until it reaches the end', async () => {
    const books = someBooks(5_002)
    expect(await books.run()).to.include({ status: 'pending', seq: 5_000 })
    expect(await books.run()).to.include({ status: 'reconciled', seq: 5_002 })
  })

  it('finds an account that went back to before its checkpoint', async () => {
    const books = someBooks(3)
    const before = books.account()
    books.book()
    await books.run()
    books.tables.accounts.set(books.at, before)
    expect((await books.run())?.status).to.equal('drift')
  })

  it('checks all accounts in slices and starts over', async () => {
    const books = someBooks()
    for (let count = 0; count < 24; count += 1) {
      const account = newAccount({ organizationId: fresh.id('org'), environment: 'test', currency: 'INR' })
      books.tables.accounts.set(accountKey(account), account)
    }
    const first = await right(books.slice(undefined))
    expect(first.accounts).to.equal(20)
    const second = await right(books.slice(first.next))
    expect(second).to.deep.include({ accounts: 5, next: undefined })
    expect(books.tables.checkpoints.size).to.equal(25)
  })

  it('reports that storage is unavailable', async () => {
    for (const call of ['accounts', 'status', 'events', 'saveCheckpoint']) {
      const books = someBooks(2)
      books.faults.plan(call, 'away')
      expect(E.isLeft(await books.slice(undefined)()), call).to.equal(true)
    }
  })
})

describe('Checking the invariants', () => {
  it('counts what it read and finds nothing wrong in sound books', async () => {
    const books = someBooks(3)
    expect(await right(checkInvariants(books.ports)())).to.deep.equal({
      accounts: 1,
      events: 3,
      messages: 0,
      violations: [],
    })
  })

  it('names a drifting account and orphaned rows', async () => {
    const books = someBooks(3)
    books.change({ postedMinor: 9 })
    const messageId = fresh.id('msg')
    books.tables.outbox.set(messageId, {
      message: {
        messageId,
        organizationId: fresh.id('org'),
        lane: 'otp',
      },
      dueAtMs: 0,
      publications: 0,
    })
    const { violations } = await right(checkInvariants(books.ports)())
    expect(violations.map(({ invariant, subject }) => `${invariant} ${subject}`)).to.deep.equal([
      `M-1 ${books.at}`,
      'D-1 outbox',
    ])
    expect(eventsOf(books.tables, books.key)).to.have.length(3)
    expect([...books.tables.checkpoints, ...books.tables.audit], 'written').to.deep.equal([])
  })
})
