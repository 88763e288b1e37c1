import { expect } from 'chai'
import { eventDigest } from '@postrider/core/ledger/domain/chain'
import { DAY_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { reconcile } from '@postrider/core/ledger/use-cases/reconcile'
import { verifyLedger } from '@postrider/core/ledger/use-cases/verify-ledger'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { right } from '@postrider/conformance/outcome'
import { someBooks } from './some-books.js'

type Books = ReturnType<typeof someBooks>

/** Books that were found to match their ledger, a day ago. */
const agreed = async (events: number): Promise<Books> => {
  const books = someBooks(events)
  for (let seen = 0; seen < events; seen += 5000) await books.run()
  expect(books.checkpoint()).to.include({ status: 'reconciled', seq: events })
  await books.time.advance(DAY_MS)
  return books
}

/** The reconciler over the same books, and the events that it requested: after which number, and how many. */
const watched = ({ ports }: Books) => {
  const reads: (readonly [afterSeq: number, limit: number])[] = []
  const { ledger } = ports.storage
  const storage = {
    ...ports.storage,
    ledger: {
      ...ledger,
      events: (...[key, afterSeq, limit]: Parameters<typeof ledger.events>) => {
        reads.push([afterSeq, limit])
        return ledger.events(key, afterSeq, limit)
      },
    },
  }
  const run = () => right(reconcile({ ...ports, storage })(undefined))
  return { reads, run }
}

const rechained = (books: Books, seq: number): void => {
  const before = books.alter(seq - 1, {})
  const { digest: _, ...content } = { ...books.alter(seq, {}), amountMinor: 6 }
  books.alter(seq, { ...content, digest: eventDigest(before.digest, content, sha256) })
}

describe('The walk', () => {
  const tamperings: Readonly<Record<string, (books: Books) => void>> = {
    'a different time': (books) => void books.alter(6_000, { occurredAtMs: 1 }),
    'a different amount': (books) => void books.alter(6_000, { amountMinor: 6 }),
    'a different amount, and the digest that belongs to it': (books) => rechained(books, 6_000),
    disappeared: (books) => books.remove(6_000),
    'disappeared at the checkpoint': (books) => books.remove(7_000),
    'a different amount at the checkpoint, and the digest that belongs to it': (books) =>
      rechained(books, 7_000),
  }
  for (const [what, tamper] of Object.entries(tamperings)) {
    it(`finds an old event that has ${what}`, async () => {
      const books = await agreed(7_000)
      tamper(books)
      const half = await books.run()
      expect(half?.status).to.equal('reconciled')
      expect(half?.walk?.seq).to.equal(5_000)
      const { drifting } = await right(books.slice(undefined))
      expect(drifting).to.deep.equal([books.checkpoint()])
      expect(books.checkpoint()?.status).to.equal('drift')
      expect(books.checkpoint()?.finding).to.be.a('string')
      expect(books.tables.audit).to.have.length(1)
      expect(books.tables.audit[0]?.actor.id).to.equal('reconciler')
      expect(books.emitted.at(-1)).to.deep.equal({ _tag: 'LedgerChecked', accounts: 1, drifting: 1 })
    })
  }

  it('resumes after a restart, one slice a turn and one page a read', async () => {
    const books = await agreed(12_000)
    const starts: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const { reads, run } = watched(books)
      await run()
      starts.push(reads[0]?.[0] ?? -1)
      expect(Math.max(...reads.map(([, limit]) => limit))).to.be.at.most(1000)
      expect(reads.reduce((sum, [, limit]) => sum + limit, 0)).to.be.at.most(5000)
    }
    expect(starts).to.deep.equal([0, 5_000, 10_000])
    expect(books.checkpoint()).to.include({ status: 'reconciled', seq: 12_000, walk: undefined })
  })

  it('rests for a day after its end, and reads nothing meanwhile', async () => {
    const books = await agreed(6_000)
    const { reads, run } = watched(books)
    await run()
    await books.time.advance(MINUTE_MS)
    await run()
    reads.length = 0
    await books.time.advance(DAY_MS - 1)
    const before = books.checkpoint()
    await run()
    expect(reads).to.deep.equal([])
    expect(books.checkpoint()).to.equal(before)
    await books.time.advance(1)
    await run()
    expect(reads[0]).to.deep.equal([0, 1000])
  })

  it('starts at once on a checkpoint from before walks existed', async () => {
    const books = someBooks(3)
    const checkpoint = await books.run()
    if (checkpoint !== undefined)
      books.tables.checkpoints.set(books.at, { ...checkpoint, walkedAtMs: undefined })
    books.remove(2)
    expect((await books.run())?.status).to.equal('drift')
  })

  it('never reports drift of sound books, though events are added between turns and within them', async () => {
    const books = await agreed(12_000)
    const { ledger } = books.ports.storage
    const busy = {
      ...ledger,
      events: (...args: Parameters<typeof ledger.events>) => {
        books.book()
        return ledger.events(...args)
      },
    }
    const ports = { ...books.ports, storage: { ...books.ports.storage, ledger: busy } }
    const ends = new Set<number | undefined>()
    for (let turn = 0; turn < 12; turn += 1) {
      for (let count = 0; count < 100; count += 1) books.book()
      const { drifting } = await right(reconcile(ports)(undefined))
      expect(drifting).to.deep.equal([])
      expect(books.checkpoint()?.status).to.equal('reconciled')
      ends.add(books.checkpoint()?.walkedAtMs)
      await books.time.advance(DAY_MS / 6)
    }
    expect(ends.size).to.be.at.least(3)
  })

  it('waits for new events, and both together read at most one slice', async () => {
    const books = await agreed(6_000)
    for (let count = 0; count < 5_500; count += 1) books.book()
    const { reads, run } = watched(books)
    await run()
    expect(books.checkpoint()).to.include({ seq: 11_000, walk: undefined })
    reads.length = 0
    await run()
    expect(books.checkpoint()).to.deep.include({ seq: 11_500, status: 'reconciled' })
    expect(books.checkpoint()?.walk?.seq).to.equal(4_500)
    expect(reads.reduce((sum, [, limit]) => sum + limit, 0)).to.be.at.most(5001)
  })

  it("doesn't revert what others found while it read", async () => {
    const books = await agreed(3)
    const { ledger } = books.ports.storage
    const late = {
      ...ledger,
      saveCheckpoint:
        (...args: Parameters<typeof ledger.saveCheckpoint>) =>
        async () => {
          books.remove(2)
          await right(verifyLedger(books.ports)())
          return ledger.saveCheckpoint(...args)()
        },
    }
    const ports = { ...books.ports, storage: { ...books.ports.storage, ledger: late } }
    await right(reconcile(ports)(undefined))
    expect(books.checkpoint()).to.include({
      status: 'drift',
      finding: 'event 2 is missing: event 3 follows event 1',
    })
    expect((await right(books.slice(undefined))).drifting).to.have.length(1)
  })
})

describe('A drifting account', () => {
  const adrift = async (events: number): Promise<Books> => {
    const books = await agreed(events)
    books.change({ postedMinor: 9 })
    expect((await books.run())?.status).to.equal('drift')
    return books
  }
  const rightly = (events: number): number => 1_000 + (events - 1) * 5

  it("isn't read for ten minutes, and is reported meanwhile", async () => {
    const books = await adrift(3)
    const before = books.checkpoint()
    books.change({ postedMinor: rightly(3) })
    const callsBefore = books.faults.calls('events')
    await books.time.advance(10 * MINUTE_MS - 1)
    expect((await right(books.slice(undefined))).drifting).to.deep.equal([before])
    expect(books.faults.calls('events')).to.equal(callsBefore)
    books.book()
    await books.time.advance(1)
    expect(await books.run()).to.include({ status: 'reconciled', finding: undefined, seq: 4 })
  })

  it('is checked again in slices, and drifts until all of it was seen to be right', async () => {
    const books = await adrift(12_000)
    books.change({ postedMinor: rightly(12_000) })
    await books.time.advance(10 * MINUTE_MS)
    const { reads, run } = watched(books)
    const turns: unknown[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await run()
      turns.push([books.checkpoint()?.status, books.checkpoint()?.walk?.seq, reads[0]?.[0]])
      reads.length = 0
    }
    expect(turns).to.deep.equal([
      ['drift', 5_000, 0],
      ['drift', 10_000, 5_000],
      ['reconciled', undefined, 10_000],
    ])
    expect(books.tables.audit).to.have.length(1)
    books.book()
    expect(await books.run()).to.include({ status: 'reconciled', seq: 12_001 })
  })

  it('keeps drifting while it is wrong, reported once, and rests again after each check', async () => {
    const books = await adrift(6_000)
    for (let look = 0; look < 3; look += 1) {
      await books.time.advance(10 * MINUTE_MS)
      await books.run()
      expect((await books.run())?.finding).to.contain('posted is 9')
      const callsBefore = books.faults.calls('events')
      expect((await books.run())?.status).to.equal('drift')
      expect(books.faults.calls('events')).to.equal(callsBefore)
    }
    expect(books.tables.audit).to.have.length(1)
  })
})
