import type { MessageId, ProviderAccountId, ReceiptId } from '../../../kernel/ids/id.js'
import type { FailureCode } from '../../../kernel/messages/message-state.js'
import type { ReportedBlock } from '../calls/reported-block.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { ProviderReason } from '../calls/provider-reason.js'

export const RECEIPT_STATUSES = ['accepted', 'delivered', 'read', 'undelivered'] as const

/**
 * The status that a provider reports; `accepted` comes from a mobile network, not the handset
 * (docs/api/delivery#delivery-reports).
 */
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number]

/** A provider's report, as its adapter passes it on. */
export interface ReceiptReport {
  readonly providerAccountId: ProviderAccountId
  /** Our own reference, if the provider returns it. */
  readonly messageId: MessageId | undefined
  /** The provider's identifier of the message, unchanged. */
  readonly providerMessageId: string | undefined
  /**
   * The recipient in the form of a message's `to`, if the provider gives it; a report about another recipient
   * than the message's isn't trusted.
   */
  readonly recipient: string | undefined
  /**
   * The report's addresses as the provider wrote them, if it doesn't say reliably which one is the recipient's and
   * in which form: the likely one first.
   */
  readonly addresses?: readonly string[] | undefined
  /** Another identifier that the report has besides `providerMessageId`, unchanged. */
  readonly otherMessageId?: string | undefined
  readonly status: ReceiptStatus
  readonly failureCode: FailureCode | undefined
  /** The provider's own code and words for a failure. */
  readonly reason?: ProviderReason | undefined
  /**
   * Suppresses the message's recipient, for example because the address doesn't exist or the person complained.
   */
  readonly suppresses?: ReportedBlock | undefined
  /** The failure is a fault of the account (payment, lock) and not of the message. */
  readonly blamesAccount?: true | undefined
  /** When it happened, by the provider's clock, if given. */
  readonly providerTimeMs: EpochMs | undefined
  /** Identifies repeated deliveries of the same report: the provider's event id, if it has one. */
  readonly eventKey: string
  /** The report as received, as evidence; without secrets and message content. */
  readonly raw: string
}

/**
 * `pending` until it is matched and applied; `part`: it reports one part of its message, which waits for the
 * other parts; `contradicted`: evidence that changed nothing; `reviewed`: a super admin has checked the
 * contradiction; `dismissed`: it matched no message, and a super admin has stopped looking for one.
 */
export type ReceiptState =
  'pending' | 'applied' | 'part' | 'superseded' | 'contradicted' | 'reviewed' | 'dismissed'

/** A stored report. */
export interface Receipt extends Omit<
  ReceiptReport,
  'suppresses' | 'blamesAccount' | 'reason' | 'otherMessageId'
> {
  readonly receiptId: ReceiptId
  readonly addresses: readonly string[] | undefined
  readonly reason: ProviderReason | undefined
  /** The provider's identifier in the form used for comparison. */
  readonly providerReference: string | undefined
  /** The other identifier in that form; it is used if the first one names no message. */
  readonly otherReference: string | undefined
  readonly receivedAtMs: EpochMs
  readonly state: ReceiptState
}
