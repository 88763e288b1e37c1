import type { ApprovalId } from '@postrider/core/kernel/ids/id'
import { priceSlot } from '@postrider/core/ledger/domain/pricing/price-version'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { idCell } from '../cells/id-cell.js'
import { statement } from '../engine/template.js'
import { approvals } from './table.js'
import { countedIn } from '../units/counted-in.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'

const approvalGateway = tableGateway(approvals, ['id'], (id: ApprovalId) => [idCell(id)])

const lockPending = statement(`
  SELECT ${approvals.select('a')} FROM approvals a {by approvals.by_slot} WHERE a.slot = ? {for update}`)

const countPending = statement(`
  SELECT COUNT(*) FROM approvals a {by approvals.by_status} WHERE a.status = 'pending' AND a.maker_id = ?x`)

/** Proposals inside the unit. */
export const approvalRepository = (sequence: StatementSequence): UnitOfWork['approvals'] => {
  const repository = repositoryOf(sequence, approvalGateway)
  return {
    ...repository,
    lockPendingPrice: async (slot) => (await repository.search(lockPending(priceSlot(slot))))[0],
    countPending: (makerId) => countedIn(sequence, countPending(idCell(makerId))),
  }
}
