import { createHash } from 'node:crypto'
import { LANES, type Lane } from '@postrider/core/kernel/messages/lane'
import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import type { Settlement } from '@postrider/core/messaging/domain/dispatch/settle'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { OutboxStorage, ParkedMessages } from '@postrider/core/messaging/ports/outbox-storage'
import { E } from '@postrider/core/fp'
import { type Cell, optional, readText } from '../../cells/cell.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { grouped } from '../../engine/grouped.js'
import { insertMissing, table } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'

/**
 * A parked row has a lane of its own: this mark, the first letter of its message's lane, and the key of the
 * accounts that it waits for. So no relay reads it, and the indexes of the outbox find the parked rows of the
 * same accounts, starting with the earliest end of validity (`docs/decisions/0076`). Every other lane sorts
 * before the mark.
 */
export const PARKED = '~'

/** 16 bytes of the accounts' digest: with the mark and the letter it fits into the column. */
const KEY_BYTES = 16

/** Lists of parked lanes are read in batches of this size. */
const LANES_AT_ONCE = 500

const keyOf = (accountIds: readonly ProviderAccountId[]): string =>
  createHash('sha256')
    .update([...accountIds].sort().join())
    .digest()
    .subarray(0, KEY_BYTES)
    .toString('base64url')

const parkedLane = ({ lane, key }: Pick<ParkedMessages, 'lane' | 'key'>): string =>
  `${PARKED}${lane[0]}${key}`

const laneOf = (parked: string): Lane => LANES.find((lane) => lane[0] === parked[1]) ?? 'promotional'

const addAccounts = insertMissing(table('parked_accounts', ['parked_key', 'provider_account_id x']), [
  'parked_key',
  'provider_account_id',
])
const move = statement('UPDATE outbox SET lane = ?, due_at = ? WHERE message_id IN (?x*)')

/** The statements that park messages. The messages are locked, so that their lanes are known. */
export const parkings = (
  due: Settlement['due'],
  locked: ReadonlyMap<MessageId, LockedMessage>,
): readonly Statement[] => {
  const accountCells = new Map<string, readonly Cell[]>()
  const parked = due.flatMap(({ messageId, atMs, waitsFor }) => {
    const lane = locked.get(messageId)?.message.lane
    if (waitsFor === undefined || atMs === undefined || lane === undefined) return []
    const key = keyOf(waitsFor)
    accountCells.set(
      key,
      [...waitsFor].sort().flatMap((accountId) => [key, idCell(accountId)]),
    )
    return [{ messageId, atMs, into: parkedLane({ lane, key }) }]
  })
  if (parked.length === 0) return []
  const keys = [...accountCells.keys()].sort()
  return [
    addAccounts(keys.flatMap((key) => accountCells.get(key) ?? [])),
    ...grouped(
      parked,
      ({ atMs, into }) => `${into} ${atMs}`,
      ({ messageId }) => idCell(messageId),
    ).map(({ first, cells }) => move(first.into, first.atMs, cells)),
  ]
}

/** The first lane after another one: one step in the index. */
const nextLane = statement(
  'SELECT o.lane FROM outbox o {by outbox.by_time} WHERE o.lane > ? ORDER BY o.lane LIMIT 1',
)
const findAccounts = statement(
  'SELECT parked_key, provider_account_id FROM parked_accounts WHERE parked_key IN (?*)',
)
const lockFirst = statement(`
  SELECT message_id FROM outbox {by outbox.by_time} WHERE lane = ? ORDER BY due_at LIMIT ? {skip locked}`)
const lockDue = statement(`
  SELECT message_id, lane FROM outbox {by outbox.by_time} WHERE lane IN (?*) AND due_at <= ? LIMIT ? {skip locked}`)

const accountsByKey = (rows: Rows): ReadonlyMap<string, readonly ProviderAccountId[]> => {
  const found = new Map<string, ProviderAccountId[]>()
  for (const [key, account] of rows) {
    const accounts = found.get(readText(key))
    if (accounts === undefined) found.set(readText(key), [idOf('pac', account)])
    else accounts.push(idOf('pac', account))
  }
  return found
}

/**
 * Walks from lane to lane of the parked rows; lanes that were known the last time are read in one round trip.
 */
const lanesWith = (engine: Engine) => {
  let known: readonly string[] = []
  const stepsFrom = async (lanes: readonly string[]) => {
    const read = await engine.read(
      lanes.map((lane) => nextLane(lane)),
      'each',
    )
    return E.map((answers: readonly Rows[]) =>
      lanes.map((lane, at) => [lane, optional(readText, answers[at]?.[0]?.[0])] as const),
    )(read)
  }
  return async (): Promise<E.Either<StorageUnavailable, readonly string[]>> => {
    const steps = new Map<string, string | undefined>()
    const found: string[] = []
    let from = [PARKED, ...known]
    for (let lane = PARKED; ;) {
      if (!steps.has(lane)) {
        const read = await stepsFrom(from)
        if (E.isLeft(read)) return read
        for (const [before, after] of read.right) steps.set(before, after)
      }
      const after = steps.get(lane)
      if (after === undefined) break
      found.push(after)
      lane = after
      from = [after]
    }
    known = found
    return E.right(found)
  }
}

const readParked = (engine: Engine) => {
  const findLanes = lanesWith(engine)
  return async (): Promise<E.Either<StorageUnavailable, readonly ParkedMessages[]>> => {
    const lanes = await findLanes()
    if (E.isLeft(lanes) || lanes.right.length === 0) return E.map(() => [])(lanes)
    const keys = [...new Set(lanes.right.map((lane) => lane.slice(2)))]
    const accounts = await engine.read([findAccounts(keys)], 'each')
    return E.map(([rows = []]: readonly Rows[]) => {
      const byKey = accountsByKey(rows)
      return lanes.right.map((lane) => {
        const key = lane.slice(2)
        return { lane: laneOf(lane), key, accountIds: [...(byKey.get(key) ?? [])].sort() }
      })
    })(accounts)
  }
}

const releaseDueIn = (engine: Engine, lanes: readonly string[], limit: number, nowMs: number) => async () => {
  const now = sharedNow(nowMs)
  const outcome = await engine.transact([lockDue(lanes, now, limit)], ([rows = []]) => ({
    statements: grouped(
      rows,
      ([, lane]) => laneOf(readText(lane)),
      ([id]) => readText(id),
    ).map(({ first, cells }) => move(laneOf(readText(first[1])), now, cells)),
    result: rows.length,
  }))
  return unknownIsUndone(outcome)
}

/** Lists and releases the parked rows of a storage. */
export const parkedWith = (engine: Engine): Pick<OutboxStorage, 'parked' | 'release' | 'releaseDue'> => {
  const read = readParked(engine)
  return {
    parked: () => read,
    release: (parked, limit, nowMs) => async () => {
      const outcome = await engine.transact([lockFirst(parkedLane(parked), limit)], ([rows = []]) => ({
        statements:
          rows.length === 0
            ? []
            : [
                move(
                  parked.lane,
                  sharedNow(nowMs),
                  rows.map(([id]) => readText(id)),
                ),
              ],
        result: rows.length,
      }))
      return unknownIsUndone(outcome)
    },
    releaseDue: (parked, limit, nowMs) => async () => {
      const lanes = parked.map(parkedLane)
      let released = 0
      for (let at = 0; at < lanes.length && released < limit; at += LANES_AT_ONCE) {
        const chunk = lanes.slice(at, at + LANES_AT_ONCE)
        const done = await releaseDueIn(engine, chunk, limit - released, nowMs)()
        if (E.isLeft(done)) return done
        released += done.right
      }
      return E.right(released)
    },
  }
}
