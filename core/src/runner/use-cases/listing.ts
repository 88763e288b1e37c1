import type { OrganizationId } from '../../kernel/ids/id.js'
import { decodeCursor, encodeCursor, wrongCursor } from '../../kernel/codecs/page-cursor.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import {
  absent,
  type AuthorizedCall,
  type Inspected,
  type AccessLogRule,
  type OperationEntry,
  type OperationNeeds,
  reading,
  type ReadingEntry,
  type ReadingOf,
  type RequestTo,
  type ResultFrom,
  shown,
} from './implementation.js'
import type { Positions } from './positions.js'

/** The page that a request asks for. */
interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The filter of a list, in the order in which its cursors are bound to it. */
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** The start and length of a page. */
export interface Page<P> {
  /** The last entry of the previous page. */
  readonly position: P | undefined
  readonly limit: number
  /** One more than is shown, to find out whether there is a next page. */
  readonly readAhead: number
}

interface OpenPage<P> extends Page<P> {
  /** The cursor of the page after a position; null if there is none. */
  readonly cursorBehind: (position: P | undefined) => string | null
}

/**
 * Reads the requested page of an operation's list with this filter; InvalidRequest for a cursor of another
 * query.
 */
export const openPage = <P>(
  { sha256 }: Digests,
  { name }: Pick<OperationEntry, 'name'>,
  positions: Positions<P>,
  query: Query,
  { limit, cursor }: PageRequest,
): E.Either<Refusal, OpenPage<P>> => {
  const filter = [name, ...Object.values(query).map((one) => (typeof one === 'boolean' ? String(one) : one))]
  const text = cursor === undefined ? undefined : decodeCursor(filter, cursor, sha256)
  const position = text === undefined ? undefined : positions.read(text)
  if (cursor !== undefined && position === undefined) return E.left(invalidRequest([wrongCursor]))
  const cursorBehind = (behind: P | undefined): string | null =>
    behind === undefined ? null : encodeCursor(filter, positions.write(behind), sha256)
  return E.right({ position, limit, readAhead: limit + 1, cursorBehind })
}

type Answer<A> = E.Either<Refusal | Outage, A>

interface Narrowed<Request, P, Q extends Query, V> extends Inspected<Request>, AccessLogRule<Request> {
  readonly positions: Positions<P>
  /** The filter of the list; left: a refusal before anything is read. Absent: the whole list. */
  readonly query?: (call: AuthorizedCall<Request>, needs: OperationNeeds) => Answer<Q> | Promise<Answer<Q>>
  /** The entries after the position; undefined: the list's owner doesn't exist. */
  readonly read: (
    query: Q,
    page: Page<P>,
    needs: OperationNeeds,
    call: AuthorizedCall<Request>,
  ) => Promise<Answer<AsOf<V | undefined>>>
}

interface Whole {
  readonly entries: readonly unknown[]
  /** Their Organization, if the request doesn't name it. */
  readonly organizationId?: OrganizationId | undefined
}

/** The entries that were read, or the entries with further data. */
type Ahead = readonly unknown[] | Whole

type Entry<V> =
  V extends ReadonlyArray<infer A> ? A : V extends { readonly entries: ReadonlyArray<infer A> } ? A : never

/** How a list is read: one more entry than a page has. */
interface ListingBody<Request, Result, P, Q extends Query, V extends Ahead> extends Narrowed<
  Request,
  P,
  Q,
  V
> {
  readonly positionOf: (entry: Entry<V>) => NoInfer<P>
  /** The page in the form of responses. */
  readonly show: (
    entries: ReadonlyArray<Entry<V>>,
    read: V,
    call: AuthorizedCall<Request>,
    query: Q,
  ) => Omit<Result, 'nextCursor'>
}

/** A part of a list that examines a limited number of records per page, and the start of the next one. */
interface Bounded<P> {
  readonly before: P | undefined
}

interface BoundedBody<Request, Result, P, Q extends Query, V extends Bounded<P>> extends Narrowed<
  Request,
  P,
  Q,
  V
> {
  /** The page in the form of responses. */
  readonly show: (read: V, call: AuthorizedCall<Request>, query: Q) => Omit<Result, 'nextCursor'>
}

/** The entry of a read whose result is a page of a list. */
type ListingEntry = ReadingEntry & {
  readonly request: { readonly optional: { readonly cursor: unknown } }
}

/** Reads the requested page, as in {@link Narrowed}. */
const readPage =
  <O extends ListingEntry, P, Q extends Query, V>(
    entry: O,
    { positions, query, read }: Narrowed<RequestTo<O>, P, Q, V>,
  ) =>
  async (call: AuthorizedCall<RequestTo<O>>, needs: OperationNeeds) => {
    const parsedQuery = query === undefined ? E.right({} as Q) : await query(call, needs)
    if (E.isLeft(parsedQuery)) return parsedQuery
    const page = openPage(needs.digests, entry, positions, parsedQuery.right, call.request as PageRequest)
    if (E.isLeft(page)) return page
    const found = await read(parsedQuery.right, page.right, needs, call)
    if (E.isLeft(found)) return found
    return E.right({ ...found.right, query: parsedQuery.right, page: page.right })
  }

const isBare = (value: Ahead): value is readonly unknown[] => Array.isArray(value)

const wholeOf = (value: Ahead): Whole => (isBare(value) ? { entries: value } : value)

/**
 * Defines a read that returns a list page by page. One extra entry shows whether there is a next page, whose
 * cursor is bound to the operation and the filter.
 */
export const listing = <O extends ListingEntry, P, V extends Ahead, Q extends Query = Query>(
  entry: O,
  body: ListingBody<RequestTo<O>, ResultFrom<O>, P, Q, V>,
): ReadingOf<O> =>
  reading(entry, {
    inspect: body.inspect,
    accesses: body.accesses,
    read: async (call, needs) => {
      const read = await readPage(entry, body)(call, needs)
      if (E.isLeft(read)) return read
      const { epoch, value, query, page } = read.right
      if (value === undefined) return absent(epoch)
      const { entries: ahead, organizationId } = wholeOf(value)
      const entries = ahead.slice(0, page.limit) as Array<Entry<V>>
      const last = ahead.length > page.limit ? entries.at(-1) : undefined
      const nextCursor = page.cursorBehind(last === undefined ? undefined : body.positionOf(last))
      const result = { ...body.show(entries, value, call, query), nextCursor }
      return shown(epoch, result as ResultFrom<O>, organizationId)
    },
  })

/**
 * Like `listing`, with a limited number of records examined per page: a page may be shorter than requested,
 * or even empty, although there are more.
 */
export const boundedListing = <O extends ListingEntry, P, V extends Bounded<P>, Q extends Query = Query>(
  entry: O,
  body: BoundedBody<RequestTo<O>, ResultFrom<O>, P, Q, V>,
): ReadingOf<O> =>
  reading(entry, {
    inspect: body.inspect,
    accesses: body.accesses,
    read: async (call, needs) => {
      const read = await readPage(entry, body)(call, needs)
      if (E.isLeft(read)) return read
      const { epoch, value, query, page } = read.right
      if (value === undefined) return absent(epoch)
      const result = { ...body.show(value, call, query), nextCursor: page.cursorBehind(value.before) }
      return shown(epoch, result as ResultFrom<O>)
    },
  })
