import type { ReceiptId } from '@postrider/core/kernel/ids/id'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import { providerReference } from '@postrider/core/providers/domain/receipts/provider-reference'
import { type AttemptSegment, partsOf } from '@postrider/core/messaging/domain/dispatch/attempt-segment'
import { aMessage } from '../../builders/a-message.js'
import { aReceipt } from '../../builders/a-receipt.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { claim } from './claiming.js'
import type { StorageUnderTest } from '../open-storage.js'
import { workItemOf, NO_WORK } from './settling.js'

const LATER_MS = NOW_MS + 60_000

/** Stores receipts; returns the ids of new ones. */
export const store = async (
  { storage }: Pick<StorageUnderTest, 'storage'>,
  receipts: readonly Receipt[],
): Promise<readonly ReceiptId[]> => {
  const stored = await right(
    storage.receipts.store({
      receipts,
      inbound: [],
      parts: [],
      templates: [],
      unreadable: [],
    }),
  )
  return stored.receipts.map(({ receiptId }) => receiptId)
}

/** Every pending receipt, oldest first. */
export const pending = (at: StorageUnderTest) =>
  right(at.storage.receipts.pending(LATER_MS, undefined, 1_000))

/**
 * A message that a provider accepted under an identifier of its own; at an account of its own, unless one is
 * given.
 */
export const submitted = async (
  at: StorageUnderTest,
  providerMessageId: string,
  providerAccountId = fresh.id('pac'),
  to = aMessage().to,
): Promise<Receipt> => {
  const { message } = await acceptPaid(at.storage, { to })
  const [attempt] = await claim(at.storage, [message.messageId], NOW_MS, { providerAccountId })
  if (attempt === undefined) throw new Error('the claim was lost')
  const reference = providerReference(providerMessageId)
  const taken = {
    phase: 'accepted',
    providerMessageId,
    providerReference: reference,
    endedAtMs: NOW_MS + 5,
  } as const
  await right(
    at.storage.dispatch.work([workItemOf(message.messageId)], () => ({
      ...NO_WORK,
      attempts: [{ ...attempt, ...taken }],
      result: undefined,
    })),
  )
  return aReceipt({ providerAccountId: attempt.providerAccountId, messageId: message.messageId })
}

/** A message that a provider accepted in parts under these identifiers, and those parts. */
export const submittedInParts = async (
  at: StorageUnderTest,
  first: string,
  ...others: readonly string[]
): Promise<{ readonly whole: Receipt; readonly parts: readonly AttemptSegment[] }> => {
  const whole = await submitted(at, first)
  const { messageId = aMessage().messageId, providerAccountId } = whole
  const parts = partsOf({ messageId, number: 1, providerAccountId }, [first, ...others])
  await right(
    at.storage.dispatch.work([workItemOf(messageId)], () => ({ ...NO_WORK, parts, result: undefined })),
  )
  return { whole, parts }
}
