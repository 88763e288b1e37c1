import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import type { SearchKey, SearchProgress } from '@postrider/core/messaging/ports/search-storage'
import { readInteger, readText } from '../../cells/cell.js'
import { digestCell } from '../../cells/digest-cell.js'
import { BEFORE_ALL } from '../../cells/id-cell.js'
import type { Conclusion, Engine, Rows, Statement, TransactionQuery } from '../../engine/engine.js'
import { insertMissing, table } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { idCellsOf } from '../../feed/change-cells.js'
import { type FeedRow, presentHeadOf, readFeedHead } from '../../feed/head.js'
import { findGroupsAfter, findIds, summarizedAfter, type SummarizedChange } from '../../feed/read-changes.js'
import { readSealingKey, sealingKeyOf } from '../../guards/sealing-key.js'
import { begunFrom, type IndexState, moveState, stateOf, takeState } from './state.js'

const findBefore = statement(`
  SELECT m.id, m.recipient FROM messages m {by messages.PRIMARY} WHERE m.id < ?x ORDER BY m.id DESC LIMIT ?`)
const findRecipients = statement(`
  SELECT m.id, m.recipient FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*)`)
const ENTRY = ['generation', 'digest', 'message_id']
const putEntries = insertMissing(table('recipient_search', ['generation', 'digest x', 'message_id x']), ENTRY)
const findStale = statement(`
  SELECT s.generation, s.digest FROM recipient_search s {by recipient_search.PRIMARY}
  WHERE s.generation < ? ORDER BY s.generation, s.digest LIMIT ?`)
const removeStale = statement('DELETE FROM recipient_search WHERE generation = ? AND digest <= ?x')

/** How long the state isn't written while only time passes. */
const IDLE_MS = 5 * SECOND_MS
/** A change has the messages of one transaction. */
const MOST_CHANGES = 500

/** The data found for a transaction, and the function for further queries. */
interface IndexWork {
  readonly row: FeedRow
  readonly nowMs: number
  readonly key: SearchKey
  readonly limit: number
  readonly ask: TransactionQuery
}

/** The statements to write, the new position, and the number of messages. */
interface IndexStep {
  readonly statements: readonly Statement[]
  readonly state: IndexState
  readonly progress: SearchProgress
}

/** Entries in the order of the index, so that neighbors are written together. */
const entriesOf = (rows: Rows, { generation }: IndexState, { digestOf }: SearchKey): readonly Statement[] => {
  if (rows.length === 0) return []
  const entries = rows.map(([id, to]) => digestCell(digestOf(readText(to)), 16) + readText(id))
  const cells = entries
    .sort()
    .flatMap((entry) => [generation, entry.slice(0, BEFORE_ALL.length), entry.slice(BEFORE_ALL.length)])
  return [putEntries(cells)]
}

/**
 * The number of new messages in a change: all of its messages or none, since a transaction either accepts or
 * does something else.
 */
const newIn = ({ groups }: SummarizedChange): number => {
  let messages = 0
  for (const { kind, state, count } of groups)
    if (kind === 'message' && state === 'ACCEPTED') messages += count
  return messages
}

/** Changes with at most this many new messages, and at least one change. */
const boundedBy = (changes: readonly SummarizedChange[], limit: number): readonly SummarizedChange[] => {
  let messages = 0
  const end = changes.findIndex((change, at) => {
    messages += newIn(change)
    return at > 0 && messages > limit
  })
  return end === -1 ? changes : changes.slice(0, end)
}

/**
 * The new messages of these changes, with their recipients; changes without new messages aren't read in full.
 */
const recipientsOf = async (changes: readonly SummarizedChange[], ask: TransactionQuery): Promise<Rows> => {
  const accepting = changes.filter((change) => newIn(change) > 0).map(({ seq }) => seq)
  if (accepting.length === 0) return []
  const [listed = []] = await ask([findIds(accepting)])
  const [rows = []] = await ask([findRecipients(listed.flatMap(([ids]) => idCellsOf(ids)))])
  return rows
}

/** Continues through the feed. */
const follow = async (state: IndexState, { row, nowMs, key, limit, ask }: IndexWork): Promise<IndexStep> => {
  const [found = []] = await ask([findGroupsAfter(state.seq, Math.min(limit, MOST_CHANGES))])
  const changes = boundedBy(summarizedAfter(found, state.seq), limit)
  const rows = await recipientsOf(changes, ask)
  const seq = state.seq + changes.length
  const isAll = seq >= row.seq
  const isIdle = changes.length === 0 && state.untilMs !== undefined && nowMs - state.untilMs < IDLE_MS
  const untilMs = isAll && !isIdle ? nowMs : (changes.at(-1)?.atMs ?? state.untilMs)
  return {
    statements: entriesOf(rows, state, key),
    state: seq === state.seq && untilMs === state.untilMs ? state : { ...state, seq, untilMs },
    progress: { messages: rows.length, isMore: !isAll && changes.length > 0 },
  }
}

/** Continues back through the messages that existed before. */
const walk = async (state: IndexState, from: string, { key, limit, ask }: IndexWork): Promise<IndexStep> => {
  const [rows = []] = await ask([findBefore(from, limit)])
  const isDone = rows.length < limit
  const last = rows.at(-1)
  return {
    statements: entriesOf(rows, state, key),
    state: {
      ...state,
      former: isDone ? undefined : state.former,
      walkedTo: isDone || last === undefined ? undefined : readText(last[0]),
    },
    progress: { messages: rows.length, isMore: true },
  }
}

/** Removes entries of earlier generations, which are no longer searched. */
const clean = async (state: IndexState, { limit, ask }: IndexWork): Promise<IndexStep> => {
  const [rows = []] = await ask([findStale(state.generation, limit)])
  const [first] = rows
  if (first === undefined) return { statements: [], state, progress: { messages: 0, isMore: false } }
  const oldest = readInteger(first[0])
  const last = rows.findLast((row) => readInteger(row[0]) === oldest) ?? first
  return {
    statements: [removeStale(oldest, readText(last[1]))],
    state,
    progress: { messages: 0, isMore: true },
  }
}

/** New messages come first; older ones only if no new ones are left. */
const nextStep = async (state: IndexState, work: IndexWork): Promise<IndexStep> => {
  const followed = await follow(state, work)
  if (followed.progress.messages > 0 || followed.progress.isMore) return followed
  const { walkedTo } = followed.state
  return walkedTo === undefined ? clean(followed.state, work) : walk(followed.state, walkedTo, work)
}

const NOTHING: Conclusion<SearchProgress> = {
  statements: [],
  isKept: false,
  result: { messages: 0, isMore: false },
}

/** Writes the entries of the next messages and the new position in one transaction. */
export const writeNextEntries = async (
  engine: Engine,
  key: SearchKey,
  limit: number,
): Promise<E.Either<StorageUnavailable, SearchProgress>> => {
  const opening = [takeState(), readFeedHead(), readSealingKey()]
  const outcome = await engine.transaction<SearchProgress>(
    opening,
    async ([states = [], head = [], named], ask) => {
      const taken = stateOf(states)
      if ((sealingKeyOf(named) ?? key.keyId) !== key.keyId) return NOTHING
      const row = presentHeadOf(head, engine.dialect)
      const begun = begunFrom(taken.state, row, key.keyId)
      const { statements, state, progress } = await nextStep(begun, {
        row,
        nowMs: taken.nowMs,
        key,
        limit,
        ask,
      })
      const all = [...statements, ...(state === taken.state ? [] : [moveState(state)])]
      return { statements: all, isKept: all.length > 0, result: progress }
    },
  )
  return unknownIsUndone(outcome)
}
