import { expect } from 'chai'
import { type Book, bookOf, environmentOf, sheetName, sheetNamed } from '@postrider/core/ledger/domain/book'
import { eventDigest } from '@postrider/core/ledger/domain/chain'
import { GENESIS_DIGEST } from '@postrider/core/kernel/digests/digest'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import { sha256 } from '@postrider/conformance/builders/sha256'

const BOOKS: readonly Book[] = ['first', 'test', 'production']

describe('The book of an environment', () => {
  it('is the first one for whom it belongs to, and one of its own name for the other', () => {
    expect(bookOf({ firstBook: 'production' }, 'production')).to.equal('first')
    expect(bookOf({ firstBook: 'production' }, 'test')).to.equal('test')
    expect(bookOf({ firstBook: 'test' }, 'test')).to.equal('first')
    expect(bookOf({ firstBook: 'test' }, 'production')).to.equal('production')
    for (const firstBook of ['test', 'production'] as const)
      for (const environment of ['test', 'production'] as const)
        expect(environmentOf({ firstBook }, bookOf({ firstBook }, environment))).to.equal(environment)
  })
})

describe('The name of an account within its Organization', () => {
  it('is the currency in the first book, as ever, and has the environment behind it in the others', () => {
    const names = BOOKS.map((book) => sheetName({ book, currency: 'INR' }))
    expect(names).to.deep.equal(['INR', 'INR/test', 'INR/prod'])
    for (const name of names) expect(name.length).to.be.at.most(8)
  })

  it('says book and currency again', () => {
    for (const book of BOOKS)
      for (const currency of ['INR', 'USD', ''])
        expect(sheetNamed(sheetName({ book, currency }))).to.deep.equal({ book, currency })
    for (const name of ['INR/tes', 'INR/', 'INRtest'])
      expect(sheetNamed(name)).to.deep.equal({ book: 'first', currency: name })
  })
})

describe('The digest of a ledger event', () => {
  const event: Omit<LedgerEvent, 'digest'> = {
    entryId: 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd',
    organizationId: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
    book: 'first',
    currency: 'INR',
    seq: 1,
    type: 'credit',
    amountMinor: 100,
    appId: undefined,
    messageId: undefined,
    relatedEntryId: undefined,
    occurredAtMs: 1_768_478_400_000,
  }
  const digestIn = (book: Book, currency = 'INR') =>
    eventDigest(GENESIS_DIGEST, { ...event, book, currency }, sha256)

  it('is in the first book what it was when there was but one', () => {
    const content =
      '14:ledger-event-1;64:0000000000000000000000000000000000000000000000000000000000000000;' +
      '30:org_01k9x7c2v5n8q4r6t0w3y1z5bd;3:INR;1:1;30:ent_01k9x7c2v5n8q4r6t0w3y1z5bd;6:credit;3:100;' +
      '-;-;-;13:1768478400000;'
    expect(digestIn('first')).to.equal(sha256(content))
  })

  it('is in the others what a program computes that takes the name of the account for its currency', () => {
    expect(digestIn('test')).to.equal(digestIn('first', 'INR/test'))
    expect(new Set(BOOKS.map((book) => digestIn(book))).size).to.equal(3)
  })
})
