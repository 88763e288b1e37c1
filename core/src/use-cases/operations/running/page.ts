import { isId, type Id, type IdPrefix } from '../../../domain/ids/id.js'
import type { AccountKey } from '../../../domain/ledger/account.js'
import { sheetName, sheetNamed } from '../../../domain/ledger/book.js'
import {
  type CursorFilter,
  decodeCursor,
  encodeCursor,
  wrongCursor,
} from '../../../domain/operations/running/page-cursor.js'
import { invalidRequest, type Refusal } from '../../../domain/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { Digests } from '../../../ports/digests.js'

/** The part of a list that is asked for. */
interface PageAsked {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Where a page begins, how long it is, and how the next one is found. */
interface Page<P, W = P> {
  /** The entry that was shown last. */
  readonly position: P | undefined
  readonly limit: number
  /** One more than is shown: whether there is a next page shows. */
  readonly readAhead: number
  /** What is shown of what was read ahead, and the cursor of the next page. */
  readonly cut: <A>(
    entries: readonly A[],
    positionOf: (entry: A) => W,
  ) => { readonly shown: readonly A[]; readonly nextCursor: string | null }
  /** The cursor of the page that begins behind a position; null where there is none. */
  readonly cursorBehind: (position: W | undefined) => string | null
}

const readPage = <P, W extends string | number = P & (string | number)>(
  { sha256 }: Digests,
  positionIn: (text: string) => P | undefined,
  filter: CursorFilter,
  { limit, cursor }: PageAsked,
): E.Either<Refusal, Page<P, W>> => {
  const text = cursor === undefined ? undefined : decodeCursor(filter, cursor, sha256)
  const position = text === undefined ? undefined : positionIn(text)
  if (cursor !== undefined && position === undefined) return E.left(invalidRequest([wrongCursor]))
  const cursorBehind = (behind: W | undefined): string | null =>
    behind === undefined ? null : encodeCursor(filter, String(behind), sha256)
  return E.right({
    position,
    limit,
    readAhead: limit + 1,
    cut: (entries, positionOf) => {
      const shown = entries.slice(0, limit)
      const last = entries.length > limit ? shown.at(-1) : undefined
      return { shown, nextCursor: cursorBehind(last === undefined ? undefined : positionOf(last)) }
    },
    cursorBehind,
  })
}

/** Reads the page that a request of these filters asks for; InvalidRequest for a cursor of another query. */
export const pageOf = <P extends IdPrefix>(
  digests: Digests,
  prefix: P,
  filter: CursorFilter,
  asked: PageAsked,
): E.Either<Refusal, Page<Id<P>>> =>
  readPage(digests, (text) => (isId(prefix, text) ? text : undefined), filter, asked)

/** As `pageOf`, of a list whose positions are texts of this form: letters, digits, `_` and `-`. */
export const textPageOf = (
  digests: Digests,
  form: RegExp,
  filter: CursorFilter,
  asked: PageAsked,
): E.Either<Refusal, Page<string>> =>
  readPage(digests, (text) => (form.test(text) ? text : undefined), filter, asked)

const numberIn = (text: string): number | undefined => {
  const number = /^[1-9][0-9]*$/.test(text) ? Number(text) : undefined
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

/** As `pageOf`, of a list whose entries are numbered from 1 on. */
export const numberedPageOf = (
  digests: Digests,
  filter: CursorFilter,
  asked: PageAsked,
): E.Either<Refusal, Page<number>> => readPage(digests, numberIn, filter, asked)

/** As `pageOf`, of a list whose entries are of two kinds, in one order. */
export const pageOfEither = <P extends IdPrefix, Q extends IdPrefix>(
  digests: Digests,
  [first, second]: readonly [P, Q],
  filter: CursorFilter,
  asked: PageAsked,
): E.Either<Refusal, Page<Id<P> | Id<Q>>> =>
  readPage(digests, (text) => (isId(first, text) || isId(second, text) ? text : undefined), filter, asked)

/** An account as a position in a list of accounts: its name within its Organization has a hyphen where it has a slash. */
export const positionOfAccount = (account: AccountKey): string =>
  `${account.organizationId}-${sheetName(account).replace('/', '-')}`

const accountIn = (text: string): AccountKey | undefined => {
  const [organizationId = '', currency = '', ...more] = text.split('-')
  const isKey = isId('org', organizationId) && currency !== '' && more.length <= 1
  return isKey ? { organizationId, ...sheetNamed([currency, ...more].join('/')) } : undefined
}

/** As `pageOf`, of a list of accounts. */
export const accountPageOf = (
  digests: Digests,
  filter: CursorFilter,
  asked: PageAsked,
): E.Either<Refusal, Page<AccountKey, string>> => readPage(digests, accountIn, filter, asked)
