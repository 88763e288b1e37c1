import type { MessageId, ProviderAccountId, ReceiptId } from '../../../kernel/ids/id.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'
import type { SuppressionSource } from '../../../consent/domain/suppression.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

export const RECEIPT_STATUSES = ['accepted', 'delivered', 'read', 'undelivered'] as const

/**
 * What a provider reports; `accepted` is an operator's word, not the handset's (docs/contract#delivery-reports).
 */
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number]

/** The sources of suppressions that reports are. */
export type ReportedSource = Extract<SuppressionSource, 'bounce' | 'complaint'>

/** A provider's report as its adapter hands it over. */
export interface ReceiptReport {
  readonly providerAccountId: ProviderAccountId
  /** Our own reference, where the provider gives it back. */
  readonly messageId: MessageId | undefined
  /** The provider's identifier of the message, as it wrote it. */
  readonly providerMessageId: string | undefined
  /**
   * Whom it is about, in the form of a message's `to`, where the provider says so: about anybody else than the message's
   * recipient it is not believed.
   */
  readonly recipient: string | undefined
  readonly status: ReceiptStatus
  readonly failureCode: FailureCode | undefined
  /** That nothing is to be sent to the message's recipient any more, and why: nobody is there, or they complained. */
  readonly suppresses?: ReportedSource | undefined
  /** When it happened by the provider's clock, if it says so. */
  readonly providerTimeMs: EpochMs | undefined
  /** What makes two deliveries of the same report one: the provider's event id where it has one. */
  readonly eventKey: string
  /** The report as it came, for evidence; without secrets, and without anything of what the message says. */
  readonly raw: string
}

/**
 * `pending` until it is matched and applied; `contradicted` is evidence that changed nothing, and `reviewed` once an
 * operator has looked into that; `dismissed`: matched to nothing, and an operator no longer looks for its message; `part`: it
 * says how a part of its message is, and the message waits for the others.
 */
export type ReceiptState =
  'pending' | 'applied' | 'part' | 'superseded' | 'contradicted' | 'reviewed' | 'dismissed'

/** A report as it is kept. */
export interface Receipt extends Omit<ReceiptReport, 'suppresses'> {
  readonly receiptId: ReceiptId
  /** The provider's identifier in the form that is compared. */
  readonly providerReference: string | undefined
  readonly receivedAtMs: EpochMs
  readonly state: ReceiptState
}
