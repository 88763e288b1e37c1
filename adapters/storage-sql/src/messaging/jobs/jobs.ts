import type { JobTable } from '@postrider/core/messaging/ports/job-table'
import { E } from '@postrider/core/fp'
import { readInteger, readText, type Cell } from '../../cells/cell.js'
import { idCell, idOf } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { insertMissing, table } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'

const insert = insertMissing(table('queue_jobs', ['message_id x', 'lane', 'held_until']), ['message_id'])
const lockFree = statement(`
  SELECT message_id FROM queue_jobs {by queue_jobs.by_time} WHERE lane = ? AND held_until <= ?
  ORDER BY held_until, message_id LIMIT ? {skip locked}`)
const lease = statement('UPDATE queue_jobs SET held_until = ? WHERE message_id IN (?x*)')
const remove = statement('DELETE FROM queue_jobs WHERE message_id IN (?x*)')
const countFree = statement('SELECT COUNT(*) FROM queue_jobs WHERE lane = ? AND held_until <= ?')

/** Jobs are written in the order of their ids, so that two transactions with the same ones never deadlock. */
const inOrder = (ids: readonly string[]): readonly string[] => [...ids].sort()

const write = (engine: Engine, statements: readonly Statement[]) => async () =>
  unknownIsUndone(await engine.transact([], () => ({ statements, result: undefined })))

const nothing = async () => E.right(undefined)

export const jobTable = (engine: Engine): JobTable => ({
  insert: (jobs, nowMs) => {
    const laneOf = new Map(jobs.map(({ messageId, lane }) => [idCell(messageId), lane]))
    const cells: Cell[] = inOrder([...laneOf.keys()]).flatMap((id) => [id, laneOf.get(id) ?? null, nowMs])
    return cells.length === 0 ? nothing : write(engine, [insert(cells)])
  },
  claim: (lane, limit, nowMs, leaseMs) => async () => {
    const outcome = await engine.transact([lockFree(lane, sharedNow(nowMs), limit)], ([rows = []]) => ({
      statements:
        rows.length === 0
          ? []
          : [
              lease(
                sharedNow(nowMs, leaseMs),
                rows.map(([id]) => readText(id)),
              ),
            ],
      result: rows.map(([id]) => idOf('msg', id)),
    }))
    return unknownIsUndone(outcome)
  },
  release: (messageIds, atMs) =>
    messageIds.length === 0 ? nothing : write(engine, [lease(atMs, inOrder(messageIds.map(idCell)))]),
  remove: (messageIds) =>
    messageIds.length === 0 ? nothing : write(engine, [remove(inOrder(messageIds.map(idCell)))]),
  depth: (lane, nowMs) => async () => {
    const read = await engine.read([countFree(lane, sharedNow(nowMs))], 'each')
    return E.map(([rows]: readonly Rows[]) => readInteger(rows?.[0]?.[0]))(read)
  },
})
