import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { DAY_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { E } from '@postrider/core/fp'
import { addToStep } from '@postrider/core/platform/domain/flow/flow'
import { type FlowEntry, flowKey, FLOW_STEPS, rollUp } from '@postrider/core/platform/domain/flow/roll-up'
import { optional, readInteger, readText } from '../../cells/cell.js'
import type { Conclusion, Engine, Rows, TransactionQuery } from '../../engine/engine.js'
import { insertOrReplace, table } from '../../engine/insertion.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { type FeedRow, moveRolled, takeHead, takenHeadOf } from '../../feed/head.js'
import { findGroupsAfter, summarizedAfter } from '../../feed/read-changes.js'
import { ENTRY, entryCells, entryOf, ownerCell, putFlow } from './table.js'

const readState = statement('SELECT s.epoch, s.until_at, {database time} FROM flow_state s WHERE s.one = 1')
/** The pending change that was written first, or nearly. */
const readPending = statement(
  'SELECT p.at FROM changes_pending p {by changes_pending.PRIMARY} ORDER BY p.id LIMIT 1',
)
const moveState = statement('UPDATE flow_state SET epoch = ?, until_at = ? WHERE one = 1')
/** If a gap continues, its end is moved. */
const putGap = insertOrReplace(table('flow_gaps', ['from_at', 'to_at']), ['from_at'])
const findStarted = statement(`
  SELECT ${ENTRY} FROM flow f {by flow.PRIMARY}
  WHERE f.step = ? AND f.start_at IN (?*) AND f.organization_id IN (?x*)`)

const NOTHING: Conclusion<number> = { statements: [], isKept: false, result: 0 }

/**
 * A change has the time at which it was written. Within this time afterwards, its transaction is committed and
 * the change is numbered.
 */
const OPEN_MS = 5 * SECOND_MS

interface FlowProgress {
  readonly epoch: string | undefined
  readonly untilMs: number | undefined
  readonly nowMs: number
  /** All changes that were written before this time have their numbers. */
  readonly writtenMs: number
}

const progressOf = ([row]: Rows, [pending]: Rows): FlowProgress => {
  const nowMs = readInteger(row?.[2])
  return {
    epoch: optional(readText, row?.[0]),
    untilMs: optional(readInteger, row?.[1]),
    nowMs,
    writtenMs: Math.min(nowMs, optional(readInteger, pending?.[0]) ?? nowMs) - OPEN_MS,
  }
}

/**
 * Since when changes may be missing; undefined: none are. A new epoch also starts once the last program that
 * writes no changes has gone (docs/decisions/0046): it may have run within the previous day.
 */
const missingSince = (row: FeedRow, { epoch, untilMs, nowMs }: FlowProgress): number | undefined => {
  if (
    row.beyond === undefined &&
    (epoch === undefined || epoch === row.epoch) &&
    row.purged <= (row.rolled ?? 0)
  )
    return undefined
  return Math.min(untilMs ?? 0, nowMs - DAY_MS)
}

/** The entries merged with the stored ones of their steps. */
const withKept = async (
  entries: readonly FlowEntry[],
  ask: TransactionQuery,
): Promise<readonly FlowEntry[]> => {
  const steps = Object.keys(FLOW_STEPS).flatMap((step) => {
    const own = entries.filter((entry) => entry.step === step)
    if (own.length === 0) return []
    const starts = [...new Set(own.map(({ startMs }) => startMs))]
    const owners = [...new Set(own.map(({ organizationId }) => ownerCell(organizationId)))]
    return [findStarted(step, starts, owners)]
  })
  if (steps.length === 0) return []
  const found = (await ask(steps)).flat().map(entryOf)
  const kept = new Map(found.map((entry) => [flowKey(entry), entry.flow]))
  return entries.map((entry) => {
    const before = kept.get(flowKey(entry))
    return before === undefined ? entry : { ...entry, flow: addToStep(before, entry.flow) }
  })
}

const countNext = async (
  row: FeedRow,
  progress: FlowProgress,
  limit: number,
  ask: TransactionQuery,
): Promise<Conclusion<number>> => {
  const after = Math.max(row.rolled ?? 0, row.purged)
  const [rows = []] = await ask([findGroupsAfter(after, limit)])
  const changes = summarizedAfter(rows, after)
  const last = after + changes.length
  const entries = await withKept(rollUp(changes), ask)
  const sinceMs = missingSince(row, progress)
  const untilMs =
    last >= row.seq ? Math.max(progress.writtenMs, progress.untilMs ?? 0) : (progress.untilMs ?? null)
  return {
    statements: [
      ...(sinceMs === undefined ? [] : [putGap([sinceMs, progress.nowMs])]),
      ...(entries.length === 0 ? [] : [putFlow(entryCells(entries))]),
      ...(last === row.rolled ? [] : [moveRolled(last)]),
      moveState(row.epoch, untilMs),
    ],
    isKept: true,
    result: changes.length,
  }
}

/** Counts the next changes; the head is locked until they are committed together with the new position. */
export const countNextChanges = async (
  engine: Engine,
  limit: number,
): Promise<E.Either<StorageUnavailable, number>> => {
  const outcome = await engine.transaction<number>(
    [...takeHead(), readState(), ...(engine.dialect.commitsInOrder ? [] : [readPending()])],
    async (opened, ask) => {
      const row = takenHeadOf(opened, engine.dialect)
      const [, , state = [], pending = []] = opened
      return row === undefined ? NOTHING : countNext(row, progressOf(state, pending), limit, ask)
    },
  )
  return unknownIsUndone(outcome)
}
