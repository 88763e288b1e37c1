import type { EventRun, NewState } from '@postrider/core/events/domain/event'
import type { EventData, NotedEventType } from '@postrider/core/feed/domain/event-note'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { readJson, type Cell } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import { idCellsOf } from '../feed/change-cells.js'

/** The stored form of a run: the number of its messages, or its type, followed by its values in this order. */
type WrittenRun =
  | readonly [
      count: number,
      atMs: number,
      channel: NewState['channel'],
      state: NewState['state'],
      billing: NewState['billing'],
      failureCode?: NewState['failureCode'],
    ]
  | readonly [type: NotedEventType, atMs: number, data: EventData]

const written = (run: EventRun): WrittenRun => {
  if (run.kind === 'note') return [run.type, run.atMs, run.data]
  const { channel, state, billing, failureCode } = run.became
  const always = [run.messageIds.length, run.atMs, channel, state, billing] as const
  return failureCode === undefined ? always : [...always, failureCode]
}

/** The cells of runs: their values, and their messages' identifiers of 16 bytes each, concatenated. */
export const runCells = (runs: readonly EventRun[]): readonly [runs: Cell, ids: Cell] => [
  JSON.stringify(runs.map(written)),
  runs.flatMap((run) => (run.kind === 'messages' ? run.messageIds.map(idCell) : [])).join(''),
]

const isOfMessages = (run: WrittenRun): run is Extract<WrittenRun, readonly [number, ...unknown[]]> =>
  typeof run[0] === 'number'

/** A run, or the part of it that is about the messages in these cells. */
const partOf = (run: WrittenRun, ids: readonly string[]): EventRun => {
  if (!isOfMessages(run)) return { kind: 'note', type: run[0], atMs: run[1], data: run[2] }
  const [, atMs, channel, state, billing, failureCode] = run
  const messageIds = ids.map((cell): MessageId => idOf('msg', cell))
  return { kind: 'messages', atMs, became: { channel, state, billing, failureCode }, messageIds }
}

/**
 * The runs in two cells, without the first `skipped` events and with `most` events at most. Other events aren't
 * decoded, because a block can have ten times as many as a reading.
 */
export const runsOf = (
  body: Cell | undefined,
  ids: Cell | undefined,
  skipped: number,
  most: number,
): readonly EventRun[] => {
  const runs: EventRun[] = []
  let at = 0
  let idsBefore = 0
  for (const run of readJson(body) as readonly WrittenRun[]) {
    const count = isOfMessages(run) ? run[0] : 1
    const from = Math.max(0, skipped - at)
    const to = Math.min(count, skipped + most - at)
    if (from < to)
      runs.push(partOf(run, isOfMessages(run) ? idCellsOf(ids, idsBefore + from, idsBefore + to) : []))
    at += count
    if (isOfMessages(run)) idsBefore += count
  }
  return runs
}
