import { arrived, gaveUp, taken } from './advance.js'
import { moveTo, type Progress } from './progress.js'
import { isOpenState, type MessageState } from '../../../kernel/messages/message-state.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Receipt, ReceiptState } from '../../../providers/domain/receipts/receipt.js'

/** A receipt's effect: the message's new progress, and the classification of the receipt. */
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
      return gaveUp(progress, receipt.failureCode ?? 'recipient_unreachable', nowMs, receipt.reason)
  }
}

/** The states of messages that no provider has accepted. */
const NEVER_TAKEN: ReadonlySet<MessageState> = new Set(['FAILED', 'EXPIRED', 'CANCELLED'])

/** Whether a receipt that changes nothing contradicts the message's final state. */
const contradicts = ({ message }: Progress, { status }: Receipt): boolean => {
  const hasArrived = message.state === 'DELIVERED' || message.state === 'READ'
  if (status === 'undelivered') return hasArrived
  if (status === 'accepted') return NEVER_TAKEN.has(message.state)
  return (status === 'delivered' || status === 'read') && !hasArrived
}

/**
 * Applies a delivery report to its message (docs/api/delivery#delivery-reports). States only move forward and
 * money moves once, in whatever order the reports arrive. A report that a later one overtook is superseded. A
 * report that contradicts a final state changes nothing and is kept as evidence.
 */
export const applyReceipt = (progress: Progress, receipt: Receipt, nowMs: EpochMs): Applied => {
  const moved = move(progress, receipt, nowMs)
  if (moved !== progress) return { progress: moved, receipt: 'applied' }
  return { progress, receipt: contradicts(progress, receipt) ? 'contradicted' : 'superseded' }
}
