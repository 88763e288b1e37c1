import type { ApprovalId } from '@postrider/core/domain/ids/id'
import { priceSlot } from '@postrider/core/domain/pricing/price-version'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { idCell } from '../cells/id-cell.js'
import { statement } from '../engine/template.js'
import { approvals } from './table.js'
import { bookOf } from '../units/repository.js'
import type { Script } from '../units/statement-sequence.js'
import { shelf } from '../units/table-gateway.js'

const approvalShelf = shelf(approvals, ['id'], (id: ApprovalId) => [idCell(id)])

const lockPending = statement(`
  SELECT ${approvals.select('a')} FROM approvals a {by approvals.by_slot} WHERE a.slot = ? {for update}`)

/** Proposals inside the unit. */
export const approvalBook = (script: Script): UnitOfWork['approvals'] => {
  const book = bookOf(script, approvalShelf)
  return {
    ...book,
    lockPendingPrice: async (slot) => (await book.search(lockPending(priceSlot(slot))))[0],
  }
}
