import type { InboundId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { heldSenders } from '../catalog/tables.js'
import { idCell } from '../cells/id-cell.js'
import { noteFirstHold, noteLastHold } from '../guards/catalog-versions.js'
import { repositoryOf } from '../units/repository.js'
import type { StatementSequence } from '../units/statement-sequence.js'
import { tableGateway } from '../units/table-gateway.js'

const gateway = tableGateway(heldSenders, ['id'], (id: InboundId) => [idCell(id)], 'cached')

/**
 * Senders on hold, inside a unit. All catalogs change with the first hold of a sender and the last one, so that
 * a thousand opt-outs of a stranger don't reload them a thousand times.
 */
export const heldSenderRepository = (sequence: StatementSequence): UnitOfWork['heldSenders'] => {
  const repository = repositoryOf(sequence, gateway)
  return {
    ...repository,
    add: (held) => {
      sequence.writeApart(noteFirstHold(held))
      repository.add(held)
    },
    remove: (inboundId) => {
      sequence.writeApart(noteLastHold(inboundId))
      repository.remove(inboundId)
    },
  }
}
