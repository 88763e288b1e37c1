import { E } from '@postrider/core/fp'
import type {
  FlowQuery,
  FlowReading,
  FlowRetention,
  FlowStorage,
} from '@postrider/core/platform/ports/flow-storage'
import { optional, readInteger } from '../../cells/cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { type Queries, queries, queryOf, eachOf, firstOf } from '../../engine/queries.js'
import { statement } from '../../engine/template.js'
import { countNextChanges } from './roll-up-flow.js'
import { ENTRY, entryOf, ownerCell } from './table.js'

const findEntries = statement(`
  SELECT ${ENTRY} FROM flow f {by flow.of_owner}
  WHERE f.step = ? AND f.organization_id = ?x AND f.start_at >= ? AND f.start_at < ? ORDER BY f.start_at`)
const readUntil = statement('SELECT s.until_at FROM flow_state s WHERE s.one = 1')
const findGaps = statement(`
  SELECT g.from_at, g.to_at FROM flow_gaps g {by flow_gaps.PRIMARY} WHERE g.from_at < ? AND g.to_at > ? ORDER BY g.from_at`)

const flowQueries = ({ step, organizationId, fromMs, toMs }: FlowQuery): Queries<FlowReading> =>
  queries({
    // The position is read first: an entry may include more than was counted up to then, but never less.
    untilMs: queryOf(
      readUntil(),
      firstOf(([at]) => optional(readInteger, at)),
    ),
    gaps: queryOf(
      findGaps(toMs, fromMs),
      eachOf(([from, to]) => ({ fromMs: readInteger(from), toMs: readInteger(to) })),
    ),
    entries: queryOf(findEntries(step, ownerCell(organizationId), fromMs, toMs), eachOf(entryOf)),
  })

const findOld = statement(`
  SELECT f.start_at FROM flow f {by flow.PRIMARY} WHERE f.step = ? AND f.start_at < ? ORDER BY f.start_at LIMIT ?`)
/** Deletes whole steps, of the platform and of all Organizations. */
const removeOld = statement('DELETE FROM flow WHERE step = ? AND start_at < ? AND start_at <= ?')
const removeGaps = statement('DELETE FROM flow_gaps WHERE from_at < ? AND to_at < ?')

/** The statements that delete the expired rows of a step. */
const removing = (step: string, beforeMs: number, found: Rows): readonly Statement[] => {
  const last = found.at(-1)?.[0]
  return last === undefined ? [] : [removeOld(step, beforeMs, readInteger(last))]
}

const purgeFlow = async (
  engine: Engine,
  { minutesBeforeMs, hoursBeforeMs }: FlowRetention,
  limit: number,
) => {
  const allBeforeMs = Math.min(minutesBeforeMs, hoursBeforeMs)
  const gather = [findOld('minute', minutesBeforeMs, limit), findOld('hour', hoursBeforeMs, limit)]
  const outcome = await engine.transact(gather, ([minutes = [], hours = []]) => ({
    statements: [
      ...removing('minute', minutesBeforeMs, minutes),
      ...removing('hour', hoursBeforeMs, hours),
      removeGaps(allBeforeMs, allBeforeMs),
    ],
    result: minutes.length + hours.length,
  }))
  return unknownIsUndone(outcome)
}

export const flowStorage = (engine: Engine): FlowStorage => ({
  rollUp: (limit) => () => countNextChanges(engine, limit),
  read: (query) => async () => {
    const reading = flowQueries(query)
    return E.map(reading.of)(await engine.read(reading.statements, 'each'))
  },
  purge: (retention, limit) => () => purgeFlow(engine, retention, limit),
})
