import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { isId } from '@postrider/core/kernel/ids/id'
import type { ReceiptReport, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'

/** The body that the provider process posts to the webhook. */
export interface ProviderReport {
  readonly eventId: string
  readonly id: string
  /** Our own reference, if the provider supports one. */
  readonly reference: string | undefined
  readonly status: ReceiptStatus
}

/** The posted report in the core's form. */
export const toReceiptReport = (providerAccountId: ProviderAccountId, raw: string): ReceiptReport => {
  const { eventId, id, reference, status } = JSON.parse(raw) as ProviderReport
  return {
    providerAccountId,
    messageId: reference !== undefined && isId('msg', reference) ? reference : undefined,
    providerMessageId: id,
    status,
    failureCode: status === 'undelivered' ? 'recipient_unreachable' : undefined,
    recipient: undefined,
    providerTimeMs: undefined,
    eventKey: eventId,
    raw,
  }
}
