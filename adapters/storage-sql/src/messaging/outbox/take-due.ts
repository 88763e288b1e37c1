import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import type { DueMessage } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { idCell } from '../../cells/id-cell.js'
import type { TransactionQuery, Conclusion, Engine, Rows } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { sharedNow } from '../../engine/shared-now.js'
import { UNLESS_HELD } from '../../guards/restore-hold.js'
import { statement } from '../../engine/template.js'
import type { DueQuery } from './due-query.js'
import { organizationsDueWith } from './organizations-due.js'
import { outbox } from './table.js'
import { messages } from '../messages/table.js'

const dueRows = outbox.pick('messageId', 'organizationId', 'lane', 'publications')
const traces = messages.pick('messageId', 'trace')

const lockOldest = statement(`
  SELECT ${dueRows.select('o')} FROM outbox o {by outbox.by_time}
  WHERE o.lane = ? AND o.due_at <= ? AND ${UNLESS_HELD} ORDER BY o.due_at, o.message_id LIMIT ? {skip locked}`)
const lockOldestOf = statement(`
  SELECT ${dueRows.select('o')} FROM outbox o {by outbox.by_turn}
  WHERE o.lane = ? AND o.organization_id = ?x AND o.due_at <= ? AND ${UNLESS_HELD}
  ORDER BY o.due_at, o.message_id LIMIT ? {skip locked}`)
const take = statement(
  'UPDATE outbox SET due_at = ?, publications = publications + 1 WHERE message_id IN (?x*)',
)
/** The request of each message is stored with the message; acceptance writes it once. */
const findTraces = statement(`
  SELECT ${traces.select('m')} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*)`)

type Taken = E.Either<StorageUnavailable, readonly DueMessage[]>

/**
 * Takes the locked rows. Data of their messages is read without a lock, after the rows were locked: a message
 * is committed with its row, so both are visible at once.
 */
const takeLocked = async (
  rows: Rows,
  { nowMs, againAtMs }: DueQuery,
  ask: TransactionQuery,
): Promise<Conclusion<readonly DueMessage[]>> => {
  if (rows.length === 0) return { statements: [], isKept: false, result: [] }
  const due = rows.map(dueRows.of)
  const ids = due.map(({ messageId }) => idCell(messageId))
  const [found = []] = await ask([findTraces(ids)])
  const traceOf = new Map(found.map(traces.of).map(({ messageId, trace }) => [messageId, trace]))
  return {
    statements: [take(sharedNow(nowMs, againAtMs - nowMs), ids)],
    isKept: true,
    result: due.map((each) => ({ ...each, trace: traceOf.get(each.messageId) ?? UNTRACED })),
  }
}

/**
 * The due rows, oldest first, up to the limit; `all or none`: undefined if there may be more, and turns are
 * needed.
 */
const takeOldest = async (
  engine: Engine,
  query: DueQuery,
  how: 'all or none' | 'as many',
): Promise<E.Either<StorageUnavailable, readonly DueMessage[] | undefined>> => {
  const { lane, limit, nowMs } = query
  const oldest = [lockOldest(lane, sharedNow(nowMs), limit)]
  const outcome = await engine.transaction<readonly DueMessage[] | undefined>(
    oldest,
    async ([rows = []], ask) =>
      how === 'as many' || rows.length < limit
        ? takeLocked(rows, query, ask)
        : { statements: [], isKept: false, result: undefined },
  )
  return unknownIsUndone(outcome)
}

/** Equal shares of an amount; the first ones get one more if it doesn't divide evenly. */
const sharesOf = (amount: number, among: number): readonly number[] =>
  Array.from(
    { length: Math.min(amount, among) },
    (_, at) => Math.floor(amount / among) + Number(at < amount % among),
  )

/** The rows taken, and the Organizations that had as many as were requested. */
interface SharesTaken {
  readonly taken: readonly DueMessage[]
  readonly hungry: readonly string[]
}

const takeShares = async (
  engine: Engine,
  query: DueQuery,
  organizations: readonly string[],
  shares: readonly number[],
): Promise<E.Either<StorageUnavailable, SharesTaken>> => {
  const now = sharedNow(query.nowMs)
  const gather = shares.map((share, at) => lockOldestOf(query.lane, organizations[at] ?? '', now, share))
  const outcome = await engine.transaction<SharesTaken>(gather, async (locked, ask) => {
    const { result, ...written } = await takeLocked(locked.flat(), query, ask)
    const hungry = organizations.filter((_, at) => (locked[at]?.length ?? 0) >= (shares[at] ?? Infinity))
    return { ...written, result: { taken: result, hungry } }
  })
  return unknownIsUndone(outcome)
}

/**
 * Equal shares for the Organizations in the check. Unused shares go to the other Organizations and then to
 * the one that has waited longest, until the limit is reached.
 */
const takeInTurn =
  (engine: Engine) =>
  async (query: DueQuery, organizations: readonly string[]): Promise<Taken> => {
    const { limit } = query
    let hungry = organizations
    const taken: DueMessage[] = []
    while (hungry.length > 0 && taken.length < limit) {
      const shares = sharesOf(limit - taken.length, hungry.length)
      const got = await takeShares(engine, query, hungry, shares)
      if (E.isLeft(got)) return taken.length > 0 ? E.right(taken) : got
      for (const one of got.right.taken) taken.push(one)
      hungry = got.right.hungry
    }
    if (taken.length === limit) return E.right(taken)
    const rest = await takeOldest(engine, { ...query, limit: limit - taken.length }, 'as many')
    if (E.isLeft(rest)) return taken.length > 0 ? E.right(taken) : rest
    return E.right([...taken, ...(rest.right ?? [])])
  }

/**
 * Takes due rows of a lane. If all can be taken, one transaction does; only if there are more do
 * Organizations take turns, which costs a check of which Organizations are due. Remembers which lanes had
 * more the last time. The number of entries read depends on the number taken, not on the backlog.
 */
export const takeDueWith = (engine: Engine): ((query: DueQuery) => Promise<Taken>) => {
  const crowded = new Set<Lane>()
  const organizationsDue = organizationsDueWith(engine)
  const inTurn = takeInTurn(engine)
  return async (query) => {
    const { lane, limit } = query
    if (!crowded.has(lane)) {
      const all = await takeOldest(engine, query, 'all or none')
      if (E.isLeft(all)) return all
      if (all.right !== undefined) return E.right(all.right)
    }
    const organizations = await organizationsDue(query)
    if (E.isLeft(organizations)) return organizations
    const taken = await inTurn(query, organizations.right)
    if (E.isRight(taken) && taken.right.length >= limit) crowded.add(lane)
    else crowded.delete(lane)
    return taken
  }
}
