import { changeOfKind } from '@postrider/core/feed/domain/change'
import type { InboundId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { idCell } from '../../cells/id-cell.js'
import { leavingRepository, repositoryOf } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'
import { inboundMessages, keywordReplies } from './table.js'

const gateway = tableGateway(inboundMessages, ['id'], (id: InboundId) => [idCell(id)])

/** Inbound messages inside a unit, which names their Organization. */
export const inboundRepository = (sequence: StatementSequence): UnitOfWork['inbound'] => {
  const { lock, add, replace } = leavingRepository(sequence, gateway, ({ organizationId }) =>
    changeOfKind('inbound', organizationId),
  )
  return { lock, add, replace }
}

const replyGateway = tableGateway(keywordReplies, ['id'], (id: InboundId) => [idCell(id)])

/** Replies to keywords inside a unit. */
export const replyRepository = (sequence: StatementSequence): UnitOfWork['keywordReplies'] => {
  const { add, remove } = repositoryOf(sequence, replyGateway)
  return { add, remove }
}
