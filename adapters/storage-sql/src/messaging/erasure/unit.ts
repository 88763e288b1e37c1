import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { ErasureId } from '@postrider/core/kernel/ids/id'
import { idCell } from '../../cells/id-cell.js'
import { repositoryOf } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'
import { erasures } from './table.js'

const gateway = tableGateway(erasures, ['id'], (id: ErasureId) => [idCell(id)])

/** Erasures of recipients, inside a unit. */
export const erasureRepository = (sequence: StatementSequence): UnitOfWork['erasures'] => {
  const { lock, add, replace } = repositoryOf(sequence, gateway)
  return { lock, add, replace }
}
