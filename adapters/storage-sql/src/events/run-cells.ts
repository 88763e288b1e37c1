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

/** The runs in two cells. */
export const runsOf = (body: Cell | undefined, ids: Cell | undefined): readonly EventRun[] => {
  const cells = idCellsOf(ids)
  let at = 0
  return (readJson(body) as readonly WrittenRun[]).map((run): EventRun => {
    if (!isOfMessages(run)) return { kind: 'note', type: run[0], atMs: run[1], data: run[2] }
    const [count, atMs, channel, state, billing, failureCode] = run
    const messageIds = cells.slice(at, at + count).map((cell): MessageId => idOf('msg', cell))
    at += count
    return { kind: 'messages', atMs, became: { channel, state, billing, failureCode }, messageIds }
  })
}
