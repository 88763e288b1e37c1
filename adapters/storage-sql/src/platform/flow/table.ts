import type { FlowEntry, FlowKey } from '@postrider/core/platform/domain/flow/roll-up'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { BEFORE_ALL, idCell, idOf } from '../../cells/id-cell.js'
import { readInteger, readText, type Cell, type Cells } from '../../cells/cell.js'
import { insertOrReplace, table } from '../../engine/insertion.js'
import { flowCell, flowOfCell } from './flow-cells.js'

const COLUMNS = ['step', 'start_at', 'organization_id', 'flow']

export const putFlow = insertOrReplace(table('flow', ['step', 'start_at', 'organization_id x', 'flow']), [
  'step',
  'start_at',
  'organization_id',
])

/** The columns of an entry, as {@link entryOf} reads them. */
export const ENTRY = COLUMNS.map((column) => `f.${column}`).join(', ')

/** The owner of a flow; the platform's is stored under an identifier that sorts before all others. */
export const ownerCell = (organizationId: OrganizationId | undefined): string =>
  organizationId === undefined ? BEFORE_ALL : idCell(organizationId)

const ownerOf = (cell: Cell | undefined): OrganizationId | undefined =>
  readText(cell) === BEFORE_ALL ? undefined : idOf('org', cell)

/** The cells of entries, concatenated. */
export const entryCells = (entries: readonly FlowEntry[]): readonly Cell[] =>
  entries.flatMap(({ step, startMs, organizationId, flow }) => [
    step,
    startMs,
    ownerCell(organizationId),
    flowCell(flow),
  ])

export const entryOf = ([step, startAt, owner, flow]: Cells): FlowEntry => ({
  step: readText(step) as FlowKey['step'],
  startMs: readInteger(startAt),
  organizationId: ownerOf(owner),
  flow: flowOfCell(flow),
})
