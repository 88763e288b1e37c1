import { expect } from 'chai'
import { accountKey, type Account } from '@postrider/core/domain/ledger/account'
import { newAccount } from '@postrider/core/domain/ledger/post'
import { E } from '@postrider/core/fp'
import { checkInvariants } from '@postrider/core/use-cases/verification/check-invariants'
import { reconcile } from '@postrider/core/use-cases/ledger/reconcile'
import { verifyLedger } from '@postrider/core/use-cases/ledger/verify-ledger'
import { aPosting } from '../../../builders/a-posting.js'
import { fresh, NOW_MS } from '../../../builders/fresh.js'
import { right } from '../../../conformance/outcome.js'
import { eventsOf } from '../../fakes/memory-tables.js'
import { aWorld } from '../../fakes/world.js'

const someBooks = (events = 1) => {
  const world = aWorld()
  const { tables } = world.memory
  const key = world.tenant.accountKey
  const at = accountKey(key)
  const account = (): Account => tables.accounts.get(at) ?? newAccount(key)
  const book = (amountMinor = 5): void => {
    const booked = aPosting(account(), { amountMinor })
    tables.accounts.set(at, booked.account)
    tables.events.push(booked.event)
  }
  for (let count = 1; count < events; count += 1) book()
  const change = (changed: Partial<Account>): void =>
    void tables.accounts.set(at, { ...account(), ...changed })
  const slice = reconcile(world.ports)
  const checkpoint = () => tables.checkpoints.get(at)
  const run = async () => {
    await right(slice(undefined))
    return checkpoint()
  }
  return { ...world, ...world.memory, key, account, book, change, slice, run, checkpoint, at }
}

describe('The reconciler', () => {
  it('finds that account and ledger agree, and goes on from there the next time', async () => {
    const books = someBooks(3)
    expect(await books.run()).to.include({
      status: 'reconciled',
      seq: 3,
      postedMinor: 1_010,
      finding: undefined,
    })
    books.book()
    expect(await books.run()).to.include({ status: 'reconciled', seq: 4 })
    const asked = books.faults.calls('events')
    await books.run()
    expect(books.faults.calls('events')).to.equal(asked)
  })

  it('says drift when a figure differs, tells it, and repairs nothing', async () => {
    for (const changed of [{ postedMinor: 9 }, { reservedMinor: 1 }, { headDigest: 'f'.repeat(64) }]) {
      const books = someBooks(2)
      await books.run()
      books.change(changed)
      const { drifting } = await right(books.slice(undefined))
      expect(drifting).to.have.length(1)
      expect(books.checkpoint()?.status, JSON.stringify(changed)).to.equal('drift')
      expect(books.checkpoint()?.finding).to.be.a('string')
      expect(books.account()).to.include(changed)
      expect(books.happened).to.deep.include({ _tag: 'LedgerChecked', accounts: 1, drifting: 1 })
    }
  })

  it('writes an audit event where drift appears, once, also after a restart, and again when it comes back', async () => {
    const books = someBooks(2)
    const { tables } = books
    const rightly = books.account().postedMinor
    await books.run()
    expect(tables.audit).to.deep.equal([])
    books.change({ postedMinor: 9 })
    await books.run()
    await books.run()
    await right(reconcile(books.ports)(undefined))
    const [event] = tables.audit
    expect(tables.audit).to.deep.equal([
      {
        auditId: event?.auditId,
        actor: { kind: 'system', id: 'reconciler' },
        action: 'ledger.drift',
        target: books.at,
        organizationId: books.key.organizationId,
        reason: undefined,
        atMs: NOW_MS,
        details: { currency: 'INR', finding: books.checkpoint()?.finding, seq: 2 },
      },
    ])
    books.change({ postedMinor: rightly })
    await books.run()
    books.change({ postedMinor: 9 })
    await books.run()
    expect(tables.audit).to.have.length(2)
  })

  it('does not take drift for known before it was written down', async () => {
    const books = someBooks(2)
    books.change({ postedMinor: 9 })
    books.faults.plan('appendAudit', 'away')
    expect(E.isLeft(await books.slice(undefined)())).to.equal(true)
    expect(books.checkpoint()).to.equal(undefined)
    await books.run()
    expect(books.tables.audit).to.have.length(1)
  })

  it('says reconciled again when what was wrong was put right', async () => {
    const books = someBooks(2)
    const rightly = books.account().postedMinor
    books.change({ postedMinor: 9 })
    expect((await books.run())?.status).to.equal('drift')
    books.change({ postedMinor: rightly })
    expect(await books.run()).to.include({ status: 'reconciled', finding: undefined })
  })

  it('keeps saying what is wrong with a long ledger, and looks at the whole of it', async () => {
    const books = someBooks(6_001)
    books.change({ postedMinor: 9 })
    await books.run()
    for (let round = 0; round < 3; round += 1) {
      const checkpoint = await books.run()
      expect(checkpoint?.status).to.equal('drift')
      expect(checkpoint?.finding).to.contain('posted is 9')
    }
    books.change({ postedMinor: 1_000 + 6_000 * 5 })
    expect((await books.run())?.status).to.equal('reconciled')
  })

  it('does a long ledger in slices, pending until it saw the end', async () => {
    const books = someBooks(5_002)
    expect(await books.run()).to.include({ status: 'pending', seq: 5_000 })
    expect(await books.run()).to.include({ status: 'reconciled', seq: 5_002 })
  })

  it('finds an account that went back behind what was once reconciled', async () => {
    const books = someBooks(3)
    const before = books.account()
    books.book()
    await books.run()
    books.tables.accounts.set(books.at, before)
    expect((await books.run())?.status).to.equal('drift')
  })

  it('goes through all accounts in slices and begins again', async () => {
    const books = someBooks()
    for (let count = 0; count < 24; count += 1) {
      const account = newAccount({ organizationId: fresh.id('org'), currency: 'INR' })
      books.tables.accounts.set(accountKey(account), account)
    }
    const first = await right(books.slice(undefined))
    expect(first.accounts).to.equal(20)
    const second = await right(books.slice(first.next))
    expect(second).to.deep.include({ accounts: 5, next: undefined })
    expect(books.tables.checkpoints.size).to.equal(25)
  })

  it('passes on that storage is away', async () => {
    for (const call of ['accounts', 'standing', 'events', 'saveCheckpoint']) {
      const books = someBooks(2)
      books.faults.plan(call, 'away')
      expect(E.isLeft(await books.slice(undefined)()), call).to.equal(true)
    }
  })
})

describe('Verifying the ledger', () => {
  const finding = async (books: ReturnType<typeof someBooks>): Promise<string | undefined> =>
    (await right(verifyLedger(books.ports)()))[0]?.finding

  it('adds up every account from its first event', async () => {
    const books = someBooks(2_500)
    const [verified] = await right(verifyLedger(books.ports)())
    expect(verified).to.deep.equal({
      ...books.key,
      events: 2500,
      postedMinor: 1e3 + 2499 * 5,
      reservedMinor: 0,
      finding: undefined,
    })
  })

  const tamperings: ReadonlyArray<readonly [string, (books: ReturnType<typeof someBooks>) => void]> = [
    [
      'changed',
      ({ tables }) => tables.events.splice(1, 1, { ...tables.events[1], amountMinor: 500 } as never),
    ],
    ['removed in the middle', ({ tables }) => tables.events.splice(1, 1)],
    ['removed at the end', ({ tables }) => tables.events.splice(2, 1)],
    [
      'added behind the last, rightly chained',
      ({ tables, account }) => tables.events.push(aPosting(account(), { amountMinor: 1 }).event),
    ],
  ]
  for (const [what, tamper] of tamperings) {
    it(`finds an event that was ${what}`, async () => {
      const books = someBooks(3)
      tamper(books)
      expect(await finding(books)).to.be.a('string')
    })
  }

  it('does not mistake what is booked meanwhile for tampering', async () => {
    const books = someBooks(3)
    const { ledger } = books.ports.storage
    let booked = 0
    const busy = {
      ...ledger,
      events: (...asked: Parameters<typeof ledger.events>) => {
        if (booked < 3) books.book()
        booked += 1
        return ledger.events(...asked)
      },
    }
    const ports = { ...books.ports, storage: { ...books.ports.storage, ledger: busy } }
    expect((await right(verifyLedger(ports)()))[0]?.finding).to.equal(undefined)
  })
})

describe('Checking the invariants', () => {
  it('counts what it saw and finds nothing wrong in sound books', async () => {
    const books = someBooks(3)
    expect(await right(checkInvariants(books.ports)())).to.deep.equal({
      accounts: 1,
      events: 3,
      messages: 0,
      violations: [],
    })
  })

  it('names a drifting account and rows that belong to nothing', async () => {
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
  })
})
