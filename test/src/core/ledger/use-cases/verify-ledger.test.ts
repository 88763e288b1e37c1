import { expect } from 'chai'
import { actsIn } from '../../../builders/acts-in.js'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { verifyLedger } from '@postrider/core/ledger/use-cases/verify-ledger'
import { aPosting } from '@postrider/conformance/builders/a-posting'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { someBooks } from './some-books.js'

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
      'added after the last, rightly chained',
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

  it("doesn't report events that are booked meanwhile as tampering", async () => {
    const books = someBooks(3)
    const { ledger } = books.ports.storage
    let booked = 0
    const busy = {
      ...ledger,
      events: (...args: Parameters<typeof ledger.events>) => {
        if (booked < 3) books.book()
        booked += 1
        return ledger.events(...args)
      },
    }
    const ports = { ...books.ports, storage: { ...books.ports.storage, ledger: busy } }
    expect((await right(verifyLedger(ports)()))[0]?.finding).to.equal(undefined)
  })

  it('marks drift that the reconciler missed, and reports it like the reconciler', async () => {
    const books = someBooks(3)
    await books.run()
    books.alter(2, { amountMinor: 500 })
    const found = await finding(books)
    expect(found).to.equal('event 2 does not match its digest')
    expect(books.checkpoint()).to.include({ status: 'drift', finding: found, checkedAtMs: NOW_MS })
    const [event] = actsIn(books.tables.audit)
    expect(actsIn(books.tables.audit)).to.deep.equal([
      {
        auditId: event?.auditId,
        actor: { kind: 'system', id: 'ledger-verify' },
        action: 'ledger.drift',
        target: books.at,
        organizationId: books.key.organizationId,
        reason: undefined,
        atMs: NOW_MS,
        details: { environment: 'test', currency: 'INR', finding: found, seq: 1 },
      },
    ])
    expect(books.emitted.at(-1)).to.deep.equal({ _tag: 'LedgerChecked', accounts: 1, drifting: 1 })
    const { drifting } = await right(books.slice(undefined))
    expect(drifting).to.deep.equal([books.checkpoint()])
  })

  it('marks drift of an account that the reconciler never saw, and reports it once', async () => {
    const books = someBooks(3)
    books.remove(2)
    await finding(books)
    const before = books.checkpoint()
    expect(before?.status).to.equal('drift')
    await books.time.advance(MINUTE_MS)
    await finding(books)
    expect(books.checkpoint()).to.equal(before)
    expect(books.tables.audit).to.have.length(1)
  })

  it('changes nothing if all is sound', async () => {
    const books = someBooks(3)
    await finding(books)
    expect(books.checkpoint()).to.equal(undefined)
    const before = await books.run()
    await books.time.advance(MINUTE_MS)
    await finding(books)
    expect(books.checkpoint()).to.equal(before)
    expect(books.tables.audit).to.deep.equal([])
  })

  it('takes effect though a reconciler saves its checkpoint meanwhile', async () => {
    const books = someBooks(3)
    await books.run()
    const before = books.checkpoint()
    const { ledger } = books.ports.storage
    let isFirst = true
    const hurried = {
      ...ledger,
      saveCheckpoint:
        (...args: Parameters<typeof ledger.saveCheckpoint>) =>
        async () => {
          if (isFirst && before !== undefined)
            books.tables.checkpoints.set(books.at, { ...before, checkedAtMs: NOW_MS + 1 })
          isFirst = false
          return ledger.saveCheckpoint(...args)()
        },
    }
    books.remove(2)
    await right(verifyLedger({ ...books.ports, storage: { ...books.ports.storage, ledger: hurried } })())
    expect(books.checkpoint()?.status).to.equal('drift')
    expect(books.tables.audit).to.have.length(1)
  })

  it('reports that storage is unavailable', async () => {
    for (const call of ['accounts', 'status', 'events', 'transact', 'saveCheckpoint']) {
      const books = someBooks(2)
      books.change({ postedMinor: 9 })
      books.faults.plan(call, 'away')
      expect(E.isLeft(await verifyLedger(books.ports)()()), call).to.equal(true)
    }
  })
})
