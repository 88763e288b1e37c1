import type { HeldMessage } from '@postrider/core/domain/dispatch/held-message'
import type { Id, MessageId } from '@postrider/core/domain/ids/id'
import { sheetName } from '@postrider/core/domain/ledger/book'
import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import type { Cells } from '../cells/cell.js'
import { idCell } from '../cells/id-cell.js'
import { dueAt, failingHeldIn, holdFailing } from '../dead-letters/dead-letters.js'
import { gatherWork, workKnownOf } from '../dispatch/dispatch.js'
import { columnsOf } from '../engine/insertion.js'
import { statement } from '../engine/template.js'
import { lockCheckpoint, putCheckpoint } from '../ledger/ledger.js'
import { accountsAmong, lockAccounts, putAccounts } from '../ledger/accounts-table.js'
import { checkpointCells, checkpointOf } from '../ledger/checkpoints-table.js'
import { processingFailures } from '../dead-letters/table.js'
import { receiptOf, receipts } from '../receipts/table.js'
import { changesOf } from '../dispatch/work-changes.js'
import { bookOf } from '../units/repository.js'
import type { Script } from '../units/statement-sequence.js'
import { shelf } from '../units/table-gateway.js'

const byId = (id: Id): Cells => [idCell(id)]

const failureShelf = shelf(processingFailures, ['message_id'], byId)

const lockReceipt = statement(`
  SELECT ${columnsOf(receipts, 'r')} FROM receipts r {by receipts.PRIMARY} WHERE r.id = ?x {for update}`)
const concludeReceipt = statement('UPDATE receipts SET state = ? WHERE id = ?x')

const messagesAtWork = (script: Script): UnitOfWork['messages'] => {
  const held = new Map<MessageId, HeldMessage>()
  return {
    gather: async (item) => {
      const known = workKnownOf([item], await script.read(gatherWork([item])))
      for (const [messageId, one] of known.messages) held.set(messageId, one)
      return known
    },
    settle: (settlement) => script.write(...changesOf(settlement, held)),
    lockFailing: async (messageId) => {
      const [rows = []] = await script.read([holdFailing([messageId])])
      return failingHeldIn(rows).get(messageId)?.message
    },
    makeDue: (messageId, atMs) => script.write(dueAt(messageId, atMs)),
  }
}

const receiptsAtWork = (script: Script): UnitOfWork['receipts'] => ({
  lock: async (receiptId) => {
    const [rows = []] = await script.read([lockReceipt(idCell(receiptId))])
    return rows.map(receiptOf)[0]
  },
  conclude: (receiptId, state) => script.write(concludeReceipt(state, idCell(receiptId))),
})

const figures = (script: Script): UnitOfWork['figures'] => ({
  lock: async (key) => {
    const checkpoint = lockCheckpoint(idCell(key.organizationId), sheetName(key))
    const [accounts = [], checked = []] = await script.read([lockAccounts([key]), checkpoint])
    return {
      account: [...accountsAmong(accounts, [key]).values()][0],
      checkpoint: checked.map(checkpointOf)[0],
    }
  },
  restore: (account, checkpoint) =>
    script.write(putAccounts([account]), putCheckpoint(checkpointCells(checkpoint))),
})

type TruthBooks = Pick<UnitOfWork, 'messages' | 'processingFailures' | 'receipts' | 'figures'>

/** What operators decide about: messages with their money, receipts, and figures that differ from their ledger. */
export const truthBooks = (script: Script): TruthBooks => ({
  messages: messagesAtWork(script),
  processingFailures: bookOf(script, failureShelf),
  receipts: receiptsAtWork(script),
  figures: figures(script),
})
