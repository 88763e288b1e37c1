import type { ReceiptId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { ReceiptReport } from './receipt.js'

/** A report about a recipient, and the message that it names. */
export type BlockReport = Pick<ReceiptReport, 'providerAccountId' | 'messageId' | 'suppresses'> &
  Partial<
    Pick<ReceiptReport, 'providerMessageId' | 'otherMessageId' | 'recipient' | 'addresses' | 'providerTimeMs'>
  >

/** A report about the recipient of a message whose provider reference isn't stored yet. */
export interface WaitingBlock {
  readonly waitingBlockId: ReceiptId
  readonly report: BlockReport
  readonly receivedAtMs: EpochMs
}
