import type { EventStream } from '@postrider/core/events/domain/append-runs'
import { type AppEvent, type EventBlock, eventsOfBlock } from '@postrider/core/events/domain/event'
import { readInteger, readText, type Cell } from '../cells/cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Rows } from '../engine/engine.js'
import { insertInto, insertOrReplace, table } from '../engine/insertion.js'
import { anId, anInteger, aText } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'
import { runCells, runsOf } from './run-cells.js'

/** An app's stream as it is stored. */
export interface StoredStream extends EventStream {
  /** The events up to here are deleted. */
  readonly purged: number
  /** The turn of the sequencer that appended its last event. */
  readonly moved: number
}

export const eventStreams = recordTable<StoredStream>('event_streams', {
  appId: anId('app', 'app_id'),
  organizationId: anId('org', 'organization_id'),
  environment: aText('environment'),
  sequence: anInteger('seq'),
  purged: anInteger('purged'),
  generation: anInteger('generation'),
  moved: anInteger('moved'),
  numberedAtMs: anInteger('at'),
})

/** Stores the ends of streams; what is deleted doesn't change. */
export const putStreams = insertOrReplace(
  eventStreams.table,
  ['app_id'],
  ['seq', 'generation', 'moved', 'at'],
)

const BLOCK_COLUMNS = [
  'app_id',
  'last_seq',
  'first_seq',
  'organization_id',
  'environment',
  'seed',
  'at',
  'runs',
  'ids',
]

export const insertBlocks = insertInto(
  table(
    'event_blocks',
    BLOCK_COLUMNS.map((column) => (/^(?:app_id|organization_id|ids)$/.test(column) ? `${column} x` : column)),
  ),
)

/** The columns of a block, as {@link eventsIn} reads them. */
export const BLOCK = BLOCK_COLUMNS.map((column) => `b.${column}`).join(', ')

/** The rows of blocks, concatenated. */
export const blockCells = (blocks: readonly EventBlock[]): readonly Cell[] =>
  blocks.flatMap(({ appId, last, first, organizationId, environment, seed, numberedAtMs, runs }) => [
    idCell(appId),
    last,
    first,
    idCell(organizationId),
    environment,
    seed,
    numberedAtMs,
    ...runCells(runs),
  ])

/** The events of the block in a row that follow a sequence, in order and not more than `most`. */
export const eventsIn = (row: Rows[number], after: number, most: number): readonly AppEvent[] => {
  const [app, lastSequence, firstSequence, organization, environment, seed, at, runs, ids] = row
  const first = readInteger(firstSequence)
  const skipped = Math.max(0, after + 1 - first)
  return eventsOfBlock({
    appId: idOf('app', app),
    last: readInteger(lastSequence),
    first: first + skipped,
    organizationId: idOf('org', organization),
    environment: readText(environment) as EventBlock['environment'],
    seed: readInteger(seed),
    numberedAtMs: readInteger(at),
    runs: runsOf(runs, ids, skipped, most),
  })
}
