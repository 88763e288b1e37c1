import { expect } from 'chai'
import { type AccountRow, type EntryRow, judgeLedger } from './ledger-judge.js'

const entryOf = (seq: number, changes: Partial<EntryRow>): EntryRow => ({
  account: 'acme',
  seq,
  entry: `entry-${seq}`,
  type: 'credit',
  amount: 25,
  message: '',
  related: '',
  ...changes,
})

const entries: readonly EntryRow[] = [
  entryOf(1, { amount: 100 }),
  entryOf(2, { type: 'reservation', message: 'sent' }),
  entryOf(3, { type: 'reservation', message: 'waiting' }),
  entryOf(4, { type: 'settlement', message: 'sent', related: 'entry-2' }),
]
const account: AccountRow = { account: 'acme', posted: 75, reserved: 25, version: 4 }
const messages = ['sent', 'waiting']
const SOUND = { differing: [], unmatched: 0 }

describe("The check of a cluster's ledger", () => {
  it('finds nothing if every balance is the sum of its entries', () => {
    expect(judgeLedger([account], entries, messages)).to.deep.equal(SOUND)
  })

  it('finds a balance, a hold and a version that differ from the entries', () => {
    for (const changes of [{ posted: 100 }, { reserved: 0 }, { version: 5 }])
      expect(judgeLedger([{ ...account, ...changes }], entries, messages).differing).to.deep.equal(['acme'])
  })

  it('finds a missing entry although the sums agree', () => {
    const gap = entries.map((entry) => (entry.seq === 4 ? { ...entry, seq: 5 } : entry))
    expect(judgeLedger([account], gap, messages).differing).to.deep.equal(['acme'])
  })

  it('finds entries of an account that has no row', () => {
    expect(judgeLedger([], entries, messages).differing).to.deep.equal(['acme'])
  })

  it('finds messages without a reservation, and reservations without a message', () => {
    expect(judgeLedger([account], entries, ['sent', 'unpaid']).unmatched).to.equal(2)
  })
})
