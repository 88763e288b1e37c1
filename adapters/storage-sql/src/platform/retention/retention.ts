import {
  type PurgedKinds,
  RETAINED_KINDS,
  type RetainedFigures,
  type RetainedKind,
} from '@postrider/core/platform/domain/retention/retention'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { DAY_MS, type EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { RetentionStorage } from '@postrider/core/platform/ports/retention-storage'
import { E } from '@postrider/core/fp'
import { readInteger, readText } from '../../cells/cell.js'
import { BEFORE_ALL, firstIdCell, momentOfCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'

/** Final messages with closed money that wait for nothing and have no idempotency key. */
const findMessages = statement(`
  SELECT m.id FROM messages m {by messages.PRIMARY} WHERE m.id > ?x AND m.id < ?x
  AND m.billing <> 'provisional' AND m.state NOT IN ('ACCEPTED', 'UNCONFIRMED')
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message_id = m.id)
  AND NOT EXISTS (SELECT 1 FROM idempotency i WHERE i.created_at = m.accepted_at AND i.message_id = m.id)
  ORDER BY m.id LIMIT ?`)
const findAttempts = statement(`
  SELECT DISTINCT a.message_id FROM attempts a {by attempts.PRIMARY} WHERE a.message_id > ?x AND a.message_id < ?x
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message_id = a.message_id) ORDER BY a.message_id LIMIT ?`)

const ofMessages = (table: string) => statement(`DELETE FROM ${table} WHERE message_id IN (?x*)`)
const CALLS = ['attempt_segments', 'attempts'].map(ofMessages)
const BELONGINGS = ['receipts', 'otp_challenges', 'processing_failures'].map(ofMessages)
const removeMessages = statement('DELETE FROM messages WHERE id IN (?x*)')
const noteMark = statement(
  'UPDATE retention_marks SET purged_before = ? WHERE kind = ? AND purged_before < ?',
)
const findMarks = statement('SELECT r.kind, r.purged_before FROM retention_marks r ORDER BY r.kind')

const findEntries = statement(`
  SELECT s.generation, s.digest, s.message_id FROM recipient_search s {by recipient_search.PRIMARY}
  WHERE s.generation = ? AND s.digest >= ?x AND (s.digest > ?x OR s.message_id > ?x)
  ORDER BY s.generation, s.digest, s.message_id LIMIT ?`)
const nextGeneration = statement('SELECT MIN(s.generation) FROM recipient_search s WHERE s.generation > ?')
const removeEntry = statement(
  'DELETE FROM recipient_search WHERE generation = ? AND digest = ?x AND message_id IN (?x*)',
)

const NOTHING = { statements: [], result: [] as readonly string[] }

/** Deletes messages or attempts in the order of message ids. Rows that are kept are read once an hour. */
const byMessage = (
  engine: Engine,
  kind: 'messages' | 'attempts',
  find: typeof findMessages,
  removing: (ids: readonly string[]) => readonly Statement[],
) => {
  let after = BEFORE_ALL
  return async (beforeMs: EpochMs, most: number): Promise<E.Either<StorageUnavailable, number>> => {
    const outcome = await engine.transact([find(after, firstIdCell(beforeMs), most)], ([rows = []]) => {
      if (rows.length === 0) return NOTHING
      const ids = rows.map(([id]) => readText(id))
      return { statements: [...removing(ids), noteMark(beforeMs, kind, beforeMs)], result: ids }
    })
    const done = unknownIsUndone(outcome)
    if (E.isLeft(done)) return done
    after = done.right.length < most ? BEFORE_ALL : (done.right.at(-1) ?? BEFORE_ALL)
    return E.right(done.right.length)
  }
}

/** The statements that delete expired entries, one for each digest. */
const removals = (rows: Rows, before: string): readonly Statement[] => {
  const over = new Map<
    string,
    { readonly generation: number; readonly digest: string; readonly ids: string[] }
  >()
  for (const [generation, digest, message] of rows) {
    if (readText(message) >= before) continue
    const key = readText(digest)
    const found = over.get(key)
    if (found === undefined)
      over.set(key, { generation: readInteger(generation), digest: key, ids: [readText(message)] })
    else found.ids.push(readText(message))
  }
  return [...over.values()].map(({ generation, digest, ids }) => removeEntry(generation, digest, ids))
}

interface SearchPosition {
  readonly generation: number
  readonly digest: string
  readonly message: string
}

const START: SearchPosition = { generation: -1, digest: BEFORE_ALL, message: BEFORE_ALL }

/** Reads the whole index once a day, since it isn't ordered by time. */
const searchPurge = (engine: Engine) => {
  let at = START
  let endedBeforeMs = -DAY_MS

  const nextIn = async ({
    generation,
  }: SearchPosition): Promise<E.Either<StorageUnavailable, SearchPosition | undefined>> => {
    const read = await engine.read([nextGeneration(generation)], 'each')
    return E.map(([rows]: readonly Rows[]) => {
      const cell = rows?.[0]?.[0]
      return cell === null || cell === undefined ? undefined : { ...START, generation: readInteger(cell) }
    })(read)
  }

  const slice = async (beforeMs: EpochMs, most: number): Promise<E.Either<StorageUnavailable, Rows>> => {
    const { generation, digest, message } = at
    const before = firstIdCell(beforeMs)
    return unknownIsUndone(
      await engine.transact([findEntries(generation, digest, digest, message, most)], ([rows = []]) => ({
        statements: removals(rows, before),
        result: rows,
      })),
    )
  }

  const endPass = async (beforeMs: EpochMs): Promise<E.Either<StorageUnavailable, number>> => {
    const outcome = await engine.transact([], () => ({
      statements: [noteMark(beforeMs, 'search', beforeMs)],
      result: 0,
    }))
    at = START
    endedBeforeMs = beforeMs
    return unknownIsUndone(outcome)
  }

  return async (beforeMs: EpochMs, most: number): Promise<E.Either<StorageUnavailable, number>> => {
    if (beforeMs < endedBeforeMs + DAY_MS) return E.right(0)
    if (at.generation < 0) {
      const first = await nextIn(at)
      if (E.isLeft(first)) return first
      if (first.right === undefined) return endPass(beforeMs)
      at = first.right
    }
    const read = await slice(beforeMs, most)
    if (E.isLeft(read)) return read
    const last = read.right.at(-1)
    if (read.right.length === most && last !== undefined) {
      at = { generation: at.generation, digest: readText(last[1]), message: readText(last[2]) }
      return E.right(most)
    }
    const next = await nextIn(at)
    if (E.isLeft(next)) return next
    if (next.right === undefined) return endPass(beforeMs)
    at = next.right
    return E.right(most)
  }
}

/** The number of newest rows from which a day's growth is estimated. */
const COUNTED = 10_000

const oldestMessage = statement('SELECT m.id FROM messages m {by messages.PRIMARY} ORDER BY m.id LIMIT 1')
const oldestAttempt = statement(
  'SELECT a.message_id FROM attempts a {by attempts.PRIMARY} ORDER BY a.message_id LIMIT 1',
)
const newestMessages = statement(`
  SELECT COUNT(*), MIN(n.made) FROM (
    SELECT m.accepted_at AS made FROM messages m {by messages.PRIMARY} WHERE m.id >= ?x ORDER BY m.id DESC LIMIT ?) n`)
const newestAttempts = statement(`
  SELECT COUNT(*), MIN(n.made) FROM (
    SELECT a.started_at AS made FROM attempts a {by attempts.PRIMARY} WHERE a.message_id >= ?x
    ORDER BY a.message_id DESC, a.number DESC LIMIT ?) n`)

const oldestIn = (rows: Rows = []): EpochMs | undefined => {
  const cell = rows[0]?.[0]
  return cell === undefined ? undefined : momentOfCell(readText(cell))
}

/** Rows per day: the count of the last day, or the rate of the newest rows if that is higher. */
const perDayIn = (rows: Rows = [], nowMs: EpochMs): number => {
  const count = readInteger(rows[0]?.[0])
  if (count < COUNTED) return count
  return Math.round((count * DAY_MS) / Math.max(1, nowMs - readInteger(rows[0]?.[1])))
}

const marksIn = (rows: Rows = []): PurgedKinds => {
  const found = new Map(rows.map(([kind, before]) => [readText(kind), readInteger(before)]))
  const of = (kind: RetainedKind): EpochMs => found.get(kind) ?? 0
  return { messages: of('messages'), attempts: of('attempts'), search: of('search') }
}

const figuresIn = (answers: readonly Rows[], nowMs: EpochMs): readonly RetainedFigures[] => {
  const [messageRows, attemptRows, newMessages, newAttempts, markRows] = answers
  const oldest = oldestIn(messageRows)
  const messagesPerDay = perDayIn(newMessages, nowMs)
  const searchedMs = marksIn(markRows).search
  const of: Readonly<Record<RetainedKind, Omit<RetainedFigures, 'kind'>>> = {
    messages: { oldestMs: oldest, perDay: messagesPerDay },
    attempts: { oldestMs: oldestIn(attemptRows), perDay: perDayIn(newAttempts, nowMs) },
    // The index has an entry for each message, except deleted ones.
    search: {
      oldestMs: oldest === undefined ? undefined : Math.max(oldest, searchedMs),
      perDay: messagesPerDay,
    },
  }
  return RETAINED_KINDS.map((kind) => ({ kind, ...of[kind] }))
}

export const retentionStorage = (engine: Engine): RetentionStorage => {
  const purges = {
    messages: byMessage(engine, 'messages', findMessages, (ids) => [
      ...[...CALLS, ...BELONGINGS].map((remove) => remove(ids)),
      removeMessages(ids),
    ]),
    attempts: byMessage(engine, 'attempts', findAttempts, (ids) => CALLS.map((remove) => remove(ids))),
    search: searchPurge(engine),
  }
  return {
    purge: (kind, beforeMs, most) => () => purges[kind](beforeMs, most),
    purgedBefore: () => async () =>
      E.map(([rows]: readonly Rows[]) => marksIn(rows))(await engine.read([findMarks()], 'each')),
    figures: (nowMs) => async () => {
      const since = firstIdCell(nowMs - DAY_MS)
      const looks = [
        oldestMessage(),
        oldestAttempt(),
        newestMessages(since, COUNTED),
        newestAttempts(since, COUNTED),
        findMarks(),
      ]
      return E.map((answers: readonly Rows[]) => figuresIn(answers, nowMs))(await engine.read(looks, 'each'))
    },
  }
}
