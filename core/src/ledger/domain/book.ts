import type { Environment, Organization } from '../../tenancy/domain/records.js'

/**
 * One of an Organization's books: accounts, reservations and budgets of one environment; no money passes from one to
 * another. The first book is the one that Organizations had when they had but one; the others carry the name of their
 * environment. See docs/decisions/0030.
 */
export type Book = 'first' | Environment

/** An Organization, as far as it says whose its first book is. */
export type BookOwner = Pick<Organization, 'firstBook'>

/** The book that an Organization's environment keeps. */
export const bookOf = ({ firstBook }: BookOwner, environment: Environment): Book =>
  environment === firstBook ? 'first' : environment

/** The environment that keeps an Organization's book. */
export const environmentOf = ({ firstBook }: BookOwner, book: Book): Environment =>
  book === 'first' ? firstBook : book

/** What accounts of a book are told apart by, beside their Organization. */
export interface AccountDimensions {
  readonly book: Book
  /** ISO 4217. */
  readonly currency: string
}

const SUFFIX = { test: '/test', production: '/prod' } as const
const OF_SUFFIX = new Map<string, Book>([
  [SUFFIX.test, 'test'],
  [SUFFIX.production, 'production'],
])

/**
 * What an account is called within its Organization, in the chain of its ledger and in storage: the currency alone in
 * the first book (`INR`), else with its environment behind it (`INR/test`, `INR/prod`); eight characters at the most.
 */
export const sheetName = ({ book, currency }: AccountDimensions): string =>
  book === 'first' ? currency : currency + SUFFIX[book]

/** Reads what {@link sheetName} writes; whatever has no such ending is a currency of the first book. */
export const sheetNamed = (name: string): AccountDimensions => {
  const at = name.indexOf('/')
  const book = at < 0 ? undefined : OF_SUFFIX.get(name.slice(at))
  return book === undefined ? { book: 'first', currency: name } : { book, currency: name.slice(0, at) }
}
