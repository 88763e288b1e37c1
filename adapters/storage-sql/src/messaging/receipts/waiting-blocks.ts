import type { WaitingBlock } from '@postrider/core/providers/domain/receipts/block-report'
import type { WaitingBlockStorage } from '@postrider/core/messaging/ports/waiting-block-storage'
import { E } from '@postrider/core/fp'
import { BEFORE_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { insertInto } from '../../engine/insertion.js'
import { refusalIsBug } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { anId, anInteger, aValue } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

const waitingBlocks = recordTable<WaitingBlock>('waiting_blocks', {
  waitingBlockId: anId('rct', 'id'),
  report: aValue('report'),
  receivedAtMs: anInteger('received_at'),
})

const insert = insertInto(waitingBlocks.table)
const find = statement(`
  SELECT ${waitingBlocks.select('b')} FROM waiting_blocks b {by waiting_blocks.PRIMARY}
  WHERE b.id > ?x AND b.received_at < ? ORDER BY b.id LIMIT ?`)
const remove = statement('DELETE FROM waiting_blocks WHERE id IN (?x*)')

/** Blocks of recipients whose messages aren't known yet. */
export const waitingBlockStorage = (engine: Engine): WaitingBlockStorage => {
  const write = async (statements: readonly Statement[]) =>
    refusalIsBug(await engine.transact([], () => ({ statements, result: undefined })))
  return {
    keepBlocks: (blocks) => () => write([insert(waitingBlocks.rows(blocks))]),
    waitingBlocks: (beforeMs, after, limit) => async () => {
      const from = after === undefined ? BEFORE_ALL : idCell(after)
      const read = await engine.read([find(from, beforeMs, limit)], 'each')
      return E.map(([rows = []]: readonly Rows[]) => rows.map(waitingBlocks.of))(read)
    },
    removeBlocks: (ids) => () => write([remove(ids.map(idCell))]),
  }
}
