import { accountCells } from '../../cells/account-cells.js'
import type { LockedMessage } from '@postrider/core/messaging/domain/dispatch/locked-message'
import { changeOfKind } from '@postrider/core/feed/domain/change'
import {
  deadLetterChange,
  settledChange,
  touchedById,
} from '@postrider/core/messaging/domain/message-changes'
import type { Id, MessageId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Cells } from '../../cells/cell.js'
import { idCell } from '../../cells/id-cell.js'
import { makeDueAt, failingLockedIn, lockFailing } from '../dead-letters/dead-letters.js'
import { workQueries } from '../dispatch/dispatch.js'
import { statement } from '../../engine/template.js'
import { lockCheckpoint, putCheckpoint } from '../../ledger/ledger.js'
import { accountsAmong, lockAccounts, upsertAccounts } from '../../ledger/accounts-table.js'
import { checkpoints } from '../../ledger/checkpoints-table.js'
import { processingFailures } from '../dead-letters/table.js'
import { receipts } from '../receipts/table.js'
import { changesOf } from '../dispatch/work-changes.js'
import { leavingRepository } from '../../units/repository.js'
import type { StatementSequence } from '../../units/statement-sequence.js'
import { tableGateway } from '../../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const failureGateway = tableGateway(processingFailures, ['message_id'], byId)

const lockReceipt = statement(`
  SELECT ${receipts.select('r')} FROM receipts r {by receipts.PRIMARY} WHERE r.id = ?x {for update}`)
const concludeReceipt = statement('UPDATE receipts SET state = ? WHERE id = ?x')

/** A unit may run on any engine, so a statement that locks and reads always follows a lock. */
const LOCKED_FIRST = { readsBehindItsLocks: false }

const messagesAtWork = (sequence: StatementSequence): UnitOfWork['messages'] => {
  const locked = new Map<MessageId, LockedMessage>()
  return {
    gather: async (item) => {
      const gather = workQueries([item], LOCKED_FIRST)
      const { known } = gather.of(await sequence.read(gather.statements))
      for (const [messageId, one] of known.messages) locked.set(messageId, one)
      return known
    },
    settle: (settlement) => {
      sequence.leave(settledChange(settlement, locked))
      sequence.writeApart(...changesOf(settlement, locked))
    },
    lockFailing: async (messageId) => {
      const answers = await sequence.read(lockFailing([messageId]))
      return failingLockedIn(answers).get(messageId)?.message
    },
    makeDue: (messageId, atMs) => {
      sequence.leave(touchedById([messageId]))
      sequence.writeApart(makeDueAt(messageId, atMs))
    },
  }
}

const receiptsAtWork = (sequence: StatementSequence): UnitOfWork['receipts'] => ({
  lock: async (receiptId) => {
    const [rows = []] = await sequence.read([lockReceipt(idCell(receiptId))])
    return rows.map(receipts.of)[0]
  },
  conclude: (receiptId, state) => {
    sequence.leave(changeOfKind('receipt'))
    sequence.writeApart(concludeReceipt(state, idCell(receiptId)))
  },
})

const figures = (sequence: StatementSequence): UnitOfWork['figures'] => ({
  lock: async (key) => {
    const checkpoint = lockCheckpoint(...accountCells(key))
    const [accounts = [], checked = []] = await sequence.read([lockAccounts([key]), checkpoint])
    return {
      account: [...accountsAmong(accounts, [key]).values()][0],
      checkpoint: checked.map(checkpoints.of)[0],
    }
  },
  restore: (account, checkpoint) => {
    sequence.leave(changeOfKind('account', account.organizationId))
    sequence.writeApart(upsertAccounts([account]), putCheckpoint(checkpoints.cells(checkpoint)))
  },
})

type ReconciliationRepositories = Pick<UnitOfWork, 'messages' | 'processingFailures' | 'receipts' | 'figures'>

/**
 * Records that super admins decide on: messages with their money, receipts, and amounts that differ from their
 * ledger.
 */
export const reconciliationRepositories = (sequence: StatementSequence): ReconciliationRepositories => ({
  messages: messagesAtWork(sequence),
  processingFailures: leavingRepository(sequence, failureGateway, (failures) => deadLetterChange([failures])),
  receipts: receiptsAtWork(sequence),
  figures: figures(sequence),
})
