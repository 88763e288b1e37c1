import type { BulkId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { idCell } from '../cells/id-cell.js'
import { insertInto, insertOrReplace } from '../engine/insertion.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'
import { bulkItems, bulks } from './tables.js'

const bulkGateway = tableGateway(bulks, ['id'], (id: BulkId) => [idCell(id)])
const insertItems = insertInto(bulkItems.table)
const putRefusals = insertOrReplace(bulkItems.table, ['bulk_id', 'number'], ['refusal', 'message'])

/** The number of rows per statement. */
const SLICE = 500

/** Bulks inside the unit. */
export const bulkRepository = (sequence: StatementSequence): UnitOfWork['bulks'] => ({
  ...repositoryOf(sequence, bulkGateway),
  addItems: (items) => {
    for (let from = 0; from < items.length; from += SLICE)
      sequence.writeApart(insertItems(bulkItems.rows(items.slice(from, from + SLICE))))
  },
  refuse: (items) => {
    if (items.length > 0) sequence.writeApart(putRefusals(bulkItems.rows(items)))
  },
})
