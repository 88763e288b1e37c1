import { arrived, gaveUp, taken } from './advance.js'
import { moveTo, type Progress } from './progress.js'
import { isOpenState, type MessageState } from '../../../kernel/messages/message-state.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Receipt, ReceiptState } from '../../../providers/domain/receipts/receipt.js'

/** A receipt's effect: where the message stands, and what the receipt turned out to be. */
export interface Applied {
  readonly progress: Progress
  readonly receipt: Exclude<ReceiptState, 'pending' | 'reviewed' | 'dismissed'>
}

const move = (progress: Progress, receipt: Receipt, nowMs: EpochMs): Progress => {
  switch (receipt.status) {
    case 'accepted':
      return isOpenState(progress.message.state) ? taken(progress, nowMs) : progress
    case 'delivered':
      return arrived(progress, nowMs)
    case 'read':
      return moveTo(arrived(progress, nowMs), 'READ', nowMs)
    case 'undelivered':
      return gaveUp(progress, receipt.failureCode ?? 'recipient_unreachable', nowMs)
  }
}

/** The states that say that no provider took the message. */
const NEVER_TAKEN: ReadonlySet<MessageState> = new Set(['FAILED', 'EXPIRED', 'CANCELLED'])

/** Whether a receipt that moves nothing says the opposite of what the message's final state says. */
const contradicts = ({ message }: Progress, { status }: Receipt): boolean => {
  const hasArrived = message.state === 'DELIVERED' || message.state === 'READ'
  if (status === 'undelivered') return hasArrived
  if (status === 'accepted') return NEVER_TAKEN.has(message.state)
  return (status === 'delivered' || status === 'read') && !hasArrived
}

/**
 * What a report makes of its message (docs/contract#delivery-reports): states only move forward and money moves
 * once, whatever the order in which reports come; a report that a later one overtook is superseded; one that
 * contradicts a final state changes nothing and is kept as evidence.
 */
export const applyReceipt = (progress: Progress, receipt: Receipt, nowMs: EpochMs): Applied => {
  const moved = move(progress, receipt, nowMs)
  if (moved !== progress) return { progress: moved, receipt: 'applied' }
  return { progress, receipt: contradicts(progress, receipt) ? 'contradicted' : 'superseded' }
}
