import { accountKey, type Account, type AccountKey } from '@postrider/core/ledger/domain/account'
import { eventDigest } from '@postrider/core/ledger/domain/chain'
import { GENESIS_DIGEST } from '@postrider/core/kernel/digests/digest'
import { EMPTY_TALLY } from '@postrider/core/ledger/domain/replay'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { E } from '@postrider/core/fp'
import type { Checkpoint } from '@postrider/core/ledger/ports/ledger-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { expect } from 'chai'
import { aPosting } from '../../builders/a-posting.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { sha256 } from '../../builders/sha256.js'
import { right, thrown } from '../../outcome.js'
import { credit } from '../messaging/accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { allEvents } from '../messaging/traces.js'
import { exclusively, sharing } from '../unit-work.js'

const anAccountKey = (currency = 'INR'): AccountKey => ({
  organizationId: fresh.id('org'),
  environment: 'test',
  currency,
})

/** A unit that must be undone. */
const undone = (
  at: StorageUnderTest,
  hold: 'shared' | 'exclusive',
  work: (unit: UnitOfWork) => unknown,
): Promise<unknown> =>
  thrown(
    at.storage.units.transact(hold, async (unit) => {
      await work(unit)
      return E.right(undefined)
    }),
  )

const accountOf = async (at: StorageUnderTest, key: AccountKey) =>
  (await right(at.storage.ledger.status(key))).account

const posting = (at: StorageUnderTest): void => {
  it('opens an account with its first event, and shows none before', async () => {
    const key = anAccountKey()
    expect(await sharing(at, (unit) => unit.ledger.lock(key))).to.equal(undefined)
    const { account, event } = aPosting(newAccount(key))
    await exclusively(at, async (unit) => {
      expect(await unit.ledger.lock(key)).to.equal(undefined)
      unit.ledger.post(account, [event])
      expect(await unit.ledger.lock(key)).to.deep.equal(account)
    })
    expect(await sharing(at, (unit) => unit.ledger.lock(key))).to.deep.equal(account)
    const other = { ...key, currency: 'USD' }
    expect(await sharing(at, (unit) => unit.ledger.lock(other))).to.equal(undefined)
  })

  it('appends bookings, upwards and downwards, and stores the resulting account', async () => {
    const key = anAccountKey()
    const first = await credit(at.storage, key, 5_000)
    const posted = await exclusively(at, async (unit) => {
      const up = aPosting((await unit.ledger.lock(key)) ?? newAccount(key), { amountMinor: 300 }, NOW_MS + 5)
      const down = aPosting(up.account, { type: 'debit', amountMinor: 1_300 }, NOW_MS + 6)
      unit.ledger.post(down.account, [up.event, down.event])
      return [up, down] as const
    })
    expect(first.postedMinor).to.equal(5_000)
    expect((await allEvents(at.storage, key)).slice(1)).to.deep.equal(posted.map(({ event }) => event))
    const account = await accountOf(at, key)
    expect(account).to.deep.equal(posted[1].account)
    expect(account?.postedMinor).to.equal(4_000)
  })

  it('numbers 40 concurrent postings 1 to 40 in one unbroken chain', async () => {
    const key = anAccountKey()
    const other = await at.another()
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => credit(index % 2 ? other : at.storage, key, 1 + index)),
    )
    const events = await allEvents(at.storage, key)
    expect(events.map((event) => event.seq)).to.deep.equal(
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
    let head = GENESIS_DIGEST
    for (const event of events) {
      head = eventDigest(head, event, sha256)
      expect(event.digest).to.equal(head)
    }
    expect(await accountOf(at, key)).to.deep.include({ postedMinor: 820, version: 40, headDigest: head })
  })

  it('leaves nothing of a unit that throws, and holds no lock', async () => {
    const key = anAccountKey()
    const before = await credit(at.storage, key, 10)
    const error = await undone(at, 'exclusive', async (unit) => {
      await unit.ledger.lock(key)
      throw new Error('a bug in the decision')
    })
    expect(error).to.be.instanceOf(Error).with.property('message', 'a bug in the decision')
    expect(await accountOf(at, key)).to.deep.equal(before)
    expect((await credit(at.storage, key, 10)).version).to.equal(2)
  })

  it('needs the exclusive holder of the account: anything else is a bug and leaves nothing', async () => {
    const key = anAccountKey()
    const first = aPosting(newAccount(key))
    const later = aPosting(first.account)
    const book = async (unit: UnitOfWork, { account, event }: typeof first) => {
      await unit.ledger.lock(key)
      unit.ledger.post(account, [event])
    }
    const mistakes = [
      await undone(at, 'exclusive', (unit) => unit.ledger.post(first.account, [first.event])),
      await undone(at, 'exclusive', (unit) => book(unit, later)),
      await undone(at, 'shared', (unit) => book(unit, first)),
    ]
    for (const mistake of mistakes) expect(mistake).to.be.instanceOf(Error)
    expect(await accountOf(at, key)).to.equal(undefined)
  })
}

const limits = (at: StorageUnderTest): void => {
  const expectUnchanged = async (spoil: (account: Account) => Partial<Account>): Promise<void> => {
    const key = anAccountKey()
    const before = await credit(at.storage, key, 100)
    const error = await undone(at, 'exclusive', async (unit) => {
      await unit.ledger.lock(key)
      const { account, event } = aPosting(before, { amountMinor: 1 })
      unit.ledger.post({ ...account, ...spoil(before) }, [event])
    })
    expect(error).to.be.instanceOf(Error)
    expect(await accountOf(at, key)).to.deep.equal(before)
    expect(await allEvents(at.storage, key)).to.have.length(1)
  }

  it('never lets an account become negative', () => expectUnchanged(() => ({ postedMinor: -1 })))

  it('never lets more be reserved than is available', () =>
    expectUnchanged((account) => ({
      reservedMinor: account.postedMinor + 1,
      postedMinor: account.postedMinor,
    })))

  it('never lets reservations become negative', () => expectUnchanged(() => ({ reservedMinor: -1 })))
}

const reading = (at: StorageUnderTest): void => {
  it('pages through events by their number without gaps', async () => {
    const key = anAccountKey()
    for (let count = 0; count < 7; count += 1) await credit(at.storage, key, 1)
    const page = (afterSeq: number) => right(at.storage.ledger.events(key, afterSeq, 3))
    const pages = [await page(0), await page(3), await page(6), await page(7)]
    expect(pages.map((events) => events.map(({ seq }) => seq))).to.deep.equal([[1, 2, 3], [4, 5, 6], [7], []])
  })

  it('pages through all accounts in the order of their keys, each once', async () => {
    const organizationId = fresh.id('org')
    const keys = ['USD', 'EUR', 'INR'].map((currency): AccountKey => ({
      organizationId,
      environment: 'test',
      currency,
    }))
    const others = Array.from({ length: 4 }, () => anAccountKey())
    for (const key of [...keys, ...others]) await credit(at.storage, key, 10)
    const seen: string[] = []
    let after: AccountKey | undefined
    for (;;) {
      const page = await right(at.storage.ledger.accounts(after, 2))
      if (page.length === 0) break
      expect(page.length).to.be.at.most(2)
      seen.push(...page.map(accountKey))
      after = page.at(-1)
    }
    expect(seen).to.deep.equal([...new Set(seen)].sort())
    expect(seen).to.include.members([...keys, ...others].map(accountKey))
  })

  it('has neither account nor checkpoint for an unused key', async () => {
    const status = await right(at.storage.ledger.status(anAccountKey()))
    expect(status).to.deep.equal({ account: undefined, checkpoint: undefined })
  })
}

const checkpoints = (at: StorageUnderTest): void => {
  const checkpointOf = (account: Account, overrides: Partial<Checkpoint> = {}): Checkpoint => ({
    organizationId: account.organizationId,
    environment: account.environment,
    currency: account.currency,
    seq: account.version,
    postedMinor: account.postedMinor,
    reservedMinor: account.reservedMinor,
    digest: account.headDigest,
    status: 'reconciled',
    checkedAtMs: NOW_MS,
    finding: undefined,
    walk: undefined,
    walkedAtMs: undefined,
    ...overrides,
  })

  it('stores the last checkpoint of an account, with findings and walks', async () => {
    const account = await credit(at.storage, anAccountKey(), 100)
    const walk = { seq: 1, postedMinor: 2 ** 52, reservedMinor: 7, digest: 'a0'.repeat(32) }
    const steps = [
      checkpointOf(account, { status: 'pending', seq: 0, digest: GENESIS_DIGEST }),
      checkpointOf(account, { status: 'drift', finding: `posted is 100, the events say 99; 'event' 1` }),
      checkpointOf(account, { status: 'drift', finding: 'posted is 1', walk: EMPTY_TALLY, walkedAtMs: 0 }),
      checkpointOf(account, { walk, walkedAtMs: NOW_MS }),
      checkpointOf(account, { walkedAtMs: NOW_MS }),
    ]
    let before: Checkpoint | undefined
    for (const checkpoint of steps) {
      expect(await right(at.storage.ledger.saveCheckpoint(checkpoint, before))).to.equal(true)
      expect(await right(at.storage.ledger.status(account))).to.deep.equal({ account, checkpoint })
      before = checkpoint
    }
  })

  it('keeps a checkpoint that another process has saved meanwhile', async () => {
    const account = await credit(at.storage, anAccountKey(), 100)
    const expectKept = async (kept: Checkpoint | undefined, before: Checkpoint | undefined) => {
      const late = checkpointOf(account, { checkedAtMs: NOW_MS + 9 })
      expect(await right(at.storage.ledger.saveCheckpoint(late, before))).to.equal(false)
      expect((await right(at.storage.ledger.status(account))).checkpoint).to.deep.equal(kept)
    }
    const first = checkpointOf(account)
    const walk = { ...EMPTY_TALLY, seq: 1 }
    await expectKept(undefined, first)
    await right(at.storage.ledger.saveCheckpoint(first, undefined))
    await expectKept(first, undefined)
    for (const changed of [{ status: 'drift' }, { walk }, { walkedAtMs: 0 }, { finding: '' }] as const)
      await expectKept(first, { ...first, ...changed })
  })

  it('lets one of many save the first checkpoint of an account', async () => {
    const account = await credit(at.storage, anAccountKey(), 100)
    const other = await at.another()
    const saved = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        right(
          (index % 2 ? other : at.storage).ledger.saveCheckpoint(
            checkpointOf(account, { checkedAtMs: index }),
            undefined,
          ),
        ),
      ),
    )
    expect(saved.filter((isSaved) => isSaved)).to.have.length(1)
    const { checkpoint } = await right(at.storage.ledger.status(account))
    expect(checkpoint?.checkedAtMs).to.equal(saved.indexOf(true))
  })

  it('keeps accounts, events and checkpoints when it is closed and opened again', async () => {
    const account = await credit(at.storage, anAccountKey(), 100)
    const checkpoint = checkpointOf(account, { walk: EMPTY_TALLY, walkedAtMs: NOW_MS })
    await right(at.storage.ledger.saveCheckpoint(checkpoint, undefined))
    const events = await allEvents(at.storage, account)
    await at.reopen()
    expect(await right(at.storage.ledger.status(account))).to.deep.equal({ account, checkpoint })
    expect(await allEvents(at.storage, account)).to.deep.equal(events)
  })
}

/** Tests the ledger: numbered without gaps, chained, never below zero. */
export const ledgerSuite = (open: OpenStorage): void => {
  describe('the ledger', () => {
    const at = useStorage(open)
    posting(at)
    limits(at)
    reading(at)
    checkpoints(at)
  })
}
