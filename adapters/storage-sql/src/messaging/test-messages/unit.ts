import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { idCell } from '../../cells/id-cell.js'
import { repositoryOf } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'
import { testMessages } from './table.js'

const gateway = tableGateway(testMessages, ['id'], (id: MessageId) => [idCell(id)])

/** Test messages, inside a unit that replies to one. */
export const testMessageRepository = (sequence: StatementSequence): UnitOfWork['testMessages'] => {
  const { lock } = repositoryOf(sequence, gateway)
  return { lock }
}
