import { expect } from 'chai'
import fc from 'fast-check'
import { type Account, availableMinor } from '@postrider/core/ledger/domain/account'
import type { LedgerEvent, LedgerEventType } from '@postrider/core/ledger/domain/ledger-event'
import { applyEvent, newAccount, post } from '@postrider/core/ledger/domain/post'
import { compareWithAccount, EMPTY_TALLY, replay } from '@postrider/core/ledger/domain/replay'
import { canReserve } from '@postrider/core/ledger/domain/reserve'
import { eventDigest } from '@postrider/core/ledger/domain/chain'
import { MAX_AMOUNT_MINOR } from '@postrider/core/kernel/money/money'
import { aPosting } from '@postrider/conformance/builders/a-posting'
import { anAccount } from '@postrider/conformance/builders/an-account'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { check } from '../../check.js'

const TYPES: readonly LedgerEventType[] = ['credit', 'debit', 'reservation', 'settlement', 'release']
const steps = fc.array(fc.tuple(fc.constantFrom(...TYPES), fc.nat(500), fc.integer({ min: -5, max: 50 })), {
  maxLength: 30,
})

interface Book {
  readonly account: Account
  readonly events: readonly LedgerEvent[]
}

const isSound = (account: Account, type: LedgerEventType, amountMinor: number): boolean => {
  const { postedMinor, reservedMinor } = applyEvent(account, type, amountMinor)
  return reservedMinor >= 0 && postedMinor - reservedMinor >= 0
}

/** Books those of the steps that the account allows. */
const keep = (of: ReadonlyArray<readonly [LedgerEventType, number, number]>): Book => {
  let account = newAccount({ organizationId: fresh.id('org'), environment: 'test', currency: 'INR' })
  let nowMs = NOW_MS
  const events: LedgerEvent[] = []
  for (const [type, amountMinor, passedMs] of of) {
    nowMs += passedMs
    if (!isSound(account, type, amountMinor)) continue
    const booked = aPosting(account, { type, amountMinor, messageId: fresh.id('msg') }, nowMs)
    account = booked.account
    events.push(booked.event)
  }
  return { account, events }
}

const wrong = ({ account, events }: Book): string | undefined => {
  const { tally, finding } = replay(EMPTY_TALLY, events, sha256)
  return finding ?? compareWithAccount(tally, account)
}

describe('Booking', () => {
  it('moves posted and reserved amounts by the type of the event', () => {
    const moves = TYPES.map((type) => applyEvent({ postedMinor: 100, reservedMinor: 30 }, type, 7))
    expect(moves).to.deep.equal([
      { postedMinor: 107, reservedMinor: 30 },
      { postedMinor: 93, reservedMinor: 30 },
      { postedMinor: 100, reservedMinor: 37 },
      { postedMinor: 93, reservedMinor: 23 },
      { postedMinor: 100, reservedMinor: 23 },
    ])
  })

  it('numbers events from 1 without gaps, and never lets their time go back', () => {
    check(
      fc.property(steps, (of) => {
        const { events } = keep(of)
        expect(events.map(({ seq }) => seq)).to.deep.equal(events.map((_, at) => at + 1))
        const times = events.map(({ occurredAtMs }) => occurredAtMs)
        expect(times).to.deep.equal([...times].sort((one, other) => one - other))
      }),
    )
  })

  const account = anAccount({ postedMinor: 100 })
  const bugs: ReadonlyArray<readonly [string, LedgerEventType, number]> = [
    ['more is reserved than available', 'reservation', 101],
    ['more is settled than reserved', 'settlement', 1],
    ['more is released than reserved', 'release', 1],
    ['a debit exceeds the available amount', 'debit', 101],
    ['an amount is negative', 'credit', -1],
    ["an amount isn't a whole number", 'credit', 0.5],
    ['the sum leaves the safe integers', 'credit', MAX_AMOUNT_MINOR],
  ]
  for (const [what, type, amountMinor] of bugs) {
    it(`throws when ${what}`, () => {
      expect(() => aPosting(account, { type, amountMinor })).to.throw('would break account')
    })
  }

  it("throws when the posted amount leaves the safe integers while the available amount doesn't", () => {
    const held = post(
      account,
      { entryId: fresh.id('ent'), type: 'reservation', amountMinor: 50 },
      NOW_MS,
      sha256,
    ).account
    expect(() => aPosting(held, { amountMinor: MAX_AMOUNT_MINOR - 80 })).to.throw('would break account')
  })

  it('reserves up to exactly the available amount, and nothing without an account', () => {
    expect(canReserve(account, availableMinor(account))).to.equal(true)
    expect(canReserve(account, availableMinor(account) + 1)).to.equal(false)
    expect(canReserve(undefined, 1)).to.equal(false)
  })
})

describe('A replayed ledger', () => {
  it('adds up to its account, whole or in two pieces', () => {
    check(
      fc.property(steps, fc.nat(), (of, where) => {
        const book = keep(of)
        expect(wrong(book)).to.equal(undefined)
        const cut = where % (book.events.length + 1)
        const first = replay(EMPTY_TALLY, book.events.slice(0, cut), sha256).tally
        const { tally } = replay(first, book.events.slice(cut), sha256)
        expect(compareWithAccount(tally, book.account)).to.equal(undefined)
      }),
    )
  })

  const other: { readonly [K in keyof LedgerEvent]-?: (event: LedgerEvent) => LedgerEvent[K] } = {
    entryId: () => fresh.id('ent'),
    organizationId: () => fresh.id('org'),
    environment: () => 'production',
    currency: () => 'USD',
    seq: ({ seq }) => seq + 1,
    type: ({ type }) => (type === 'credit' ? 'debit' : 'credit'),
    amountMinor: ({ amountMinor }) => amountMinor + 1,
    appId: () => fresh.id('app'),
    messageId: () => undefined,
    relatedEntryId: () => fresh.id('ent'),
    occurredAtMs: ({ occurredAtMs }) => occurredAtMs - 1,
    digest: ({ digest }) => digest.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  }
  for (const name of Object.keys(other) as Array<keyof LedgerEvent>) {
    it(`detects that the ${name} of any one event was changed`, () => {
      check(
        fc.property(steps, fc.nat(), (of, where) => {
          const { account, events } = keep([['credit', 5, 0], ...of])
          const at = where % events.length
          const changed = events.map((event, index) =>
            index === at ? { ...event, [name]: other[name](event) } : event,
          )
          expect(wrong({ account, events: changed })).to.be.a('string')
        }),
        60,
      )
    })
  }

  it('detects that an event was removed, repeated, inserted or moved', () => {
    check(
      fc.property(steps, fc.nat(), (of, where) => {
        const { account, events } = keep([['credit', 5, 0], ['credit', 6, 0], ...of])
        const at = where % events.length
        const [before, event, after] = [events.slice(0, at), events.slice(at, at + 1), events.slice(at + 1)]
        const next = after.slice(0, 1)
        const stranger = keep([['credit', 5, 0]]).events
        expect(wrong({ account, events: [...before, ...after] })).to.be.a('string')
        expect(wrong({ account, events: [...before, ...event, ...event, ...after] })).to.be.a('string')
        expect(wrong({ account, events: [...before, ...stranger, ...event, ...after] })).to.be.a('string')
        if (next.length > 0) {
          const moved = [...before, ...next, ...event, ...after.slice(1)]
          expect(wrong({ account, events: moved })).to.be.a('string')
        }
      }),
      100,
    )
  })

  it("detects amounts of the account that don't follow from it", () => {
    const book = keep([
      ['credit', 50, 0],
      ['reservation', 20, 1],
    ])
    const changes: ReadonlyArray<Partial<Account>> = [
      { postedMinor: 51 },
      { reservedMinor: 19 },
      { version: 3 },
      { headDigest: '0'.repeat(64) },
    ]
    for (const change of changes)
      expect(wrong({ ...book, account: { ...book.account, ...change } })).to.be.a('string')
  })

  it('detects an event that makes the account negative, though its chain is right', () => {
    const { account, events } = keep([['credit', 50, 0]])
    const content = { ...events[0], seq: 2, type: 'debit', amountMinor: 51 } as LedgerEvent
    const forged = { ...content, digest: eventDigest(account.headDigest, content, sha256) }
    expect(replay(EMPTY_TALLY, [...events, forged], sha256).finding).to.equal(
      'event 2 takes the account below zero',
    )
  })
})
