import { providerReference } from '@postrider/core/providers/domain/receipts/provider-reference'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import { fresh, NOW_MS } from './fresh.js'

/**
 * A delivery report, stored and not yet matched; its compared reference is derived from the provider's id.
 */
export const aReceipt = (overrides: Partial<Receipt> = {}): Receipt => {
  const { providerMessageId } = overrides
  return {
    receiptId: fresh.id('rct'),
    providerAccountId: fresh.id('pac'),
    messageId: undefined,
    providerMessageId,
    providerReference: providerMessageId === undefined ? undefined : providerReference(providerMessageId),
    status: 'delivered',
    failureCode: undefined,
    reason: undefined,
    otherReference: undefined,
    recipient: undefined,
    addresses: undefined,
    providerTimeMs: NOW_MS + 1_500,
    eventKey: `event-${fresh.hex(16)}`,
    raw: '{"status":"DELIVRD"}',
    receivedAtMs: NOW_MS + 2_000,
    state: 'pending',
    ...overrides,
  }
}
