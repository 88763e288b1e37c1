import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import { readInteger, readText } from '../../cells/cell.js'
import { BEFORE_ALL } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'
import type { DueQuery } from './due-query.js'

/** The minimum number of accounts to check; most platforms have no more. */
const FEWEST_LOOKED_AT = 100

/**
 * Every Organization with a listed message has an account that pays for it. For each account this reads the
 * entry that is due first. The order names `organization_id` too, since MySQL would otherwise sort all
 * entries of the Organization.
 */
const lookAt = (which: string) =>
  statement(`
    SELECT w.organization_id, w.oldest, CASE WHEN w.oldest <= ? THEN 1 ELSE 0 END FROM (
      SELECT a.organization_id, (SELECT d.due_at FROM outbox d {by outbox.by_turn}
        WHERE d.lane = ? AND d.organization_id = a.organization_id
        ORDER BY d.organization_id, d.due_at LIMIT 1) AS oldest
      FROM accounts a {by accounts.PRIMARY} WHERE ${which} ORDER BY a.organization_id LIMIT ?) w`)
const lookBehind = lookAt('a.organization_id > ?x')
const lookAgain = lookAt('a.organization_id IN (?x*)')

/** Organizations with something due, the one that has waited longest first. */
const dueIn = (rows: Rows): readonly string[] => {
  const due = rows.filter(([, , isDue]) => readInteger(isDue) === 1)
  const oldestFirst = due.toSorted(([, one], [, other]) => readInteger(one) - readInteger(other))
  return oldestFirst.map(([organization]) => readText(organization))
}

/** The state of a lane between two checks. */
interface LaneTurns {
  /** The last Organization that was checked for the first time in this round. */
  readonly lookedAt: string
  /** Those that had something due the last time. */
  readonly waiting: readonly string[]
}

const FIRST_LOOK: LaneTurns = { lookedAt: BEFORE_ALL, waiting: [] }

/**
 * Organizations with something due in a lane, in turns. A check covers as many accounts as messages are
 * wanted, or a hundred. It continues after the last check, from the start after all of them, and then adds
 * those that had something due the last time. Each costs one step in the index, so neither the backlog nor
 * the number of Organizations makes a check longer. Within a check, the Organization that has waited longest
 * comes first.
 */
export const organizationsDueWith = (engine: Engine) => {
  const turnsOf = new Map<Lane, LaneTurns>()
  return async (query: DueQuery): Promise<E.Either<StorageUnavailable, readonly string[]>> => {
    const { lane, limit } = query
    const { lookedAt, waiting } = turnsOf.get(lane) ?? FIRST_LOOK
    const now = sharedNow(query.nowMs)
    const most = Math.max(limit, FEWEST_LOOKED_AT)
    const looks = [lookBehind(now, lane, lookedAt, most), lookAgain(now, lane, waiting, most)]
    const read = await engine.read(looks, 'each')
    if (E.isLeft(read)) return read
    const [behind = [], again = []] = read.right
    const last = behind.length < most ? undefined : behind.at(-1)
    // An Organization has an account for each environment and currency.
    const due = [...new Set([...dueIn(behind), ...dueIn(again)])].slice(0, limit)
    turnsOf.set(lane, { lookedAt: last === undefined ? BEFORE_ALL : readText(last[0]), waiting: due })
    return E.right(due)
  }
}
