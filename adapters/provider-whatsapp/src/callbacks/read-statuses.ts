import { isId } from '@postrider/core/kernel/ids/id'
import type { ReceiptReport, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { isRecord, namedList, namedText, valueAt } from '@postrider/http-calls/json-value'
import { failureOfCode } from '../answers/graph-codes.js'
import { LONGEST_ID } from '../answers/read-answer.js'
import { eventKeyOf, keptParts, cloudMomentOf } from '../evidence/kept-parts.js'

/** What became of a message, in the vendor's words; a message may be read without having been delivered before. */
const STATUSES: Readonly<Record<string, ReceiptStatus>> = {
  sent: 'accepted',
  delivered: 'delivered',
  read: 'read',
  failed: 'undelivered',
}

/** Parts of a status that are kept for evidence; nothing of them is what a message says. */
const KEPT = ['id', 'status', 'timestamp', 'recipient_id', 'biz_opaque_callback_data'] as const
const PRICING = ['billable', 'pricing_model', 'category', 'type'] as const
/** The errors of a status; their words may repeat what was sent. */
export const codesIn = (status: unknown): readonly number[] => {
  return namedList(status, 'errors').flatMap((error) => {
    const code = valueAt(error, 'code')
    return typeof code === 'number' && Number.isSafeInteger(code) ? [code] : []
  })
}

/**
 * What a status says of a message; undefined where it says nothing that is known. Whom it is about is not told on: the vendor writes
 * numbers of some countries otherwise than they were given, and its signature says enough.
 */
export const readCloudStatus = (
  { providerAccountId }: ProviderAccount,
  status: unknown,
): ReceiptReport | undefined => {
  if (!isRecord(status)) return undefined
  const id = namedText(status, 'id')
  const word = namedText(status, 'status') ?? ''
  const known = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined
  if (id === undefined || id === '' || id.length > LONGEST_ID || known === undefined) return undefined
  const reference = namedText(status, 'biz_opaque_callback_data') ?? ''
  const timestamp = namedText(status, 'timestamp')
  const codes = codesIn(status)
  return {
    providerAccountId,
    messageId: isId('msg', reference) ? reference : undefined,
    providerMessageId: id,
    recipient: undefined,
    status: known,
    failureCode: known === 'undelivered' ? failureOfCode(codes[0]) : undefined,
    providerTimeMs: cloudMomentOf(timestamp),
    eventKey: eventKeyOf(id, word, timestamp),
    raw: JSON.stringify({
      ...keptParts(status, KEPT),
      ...(codes.length === 0 ? {} : { codes }),
      ...(isRecord(status['pricing']) ? { pricing: keptParts(status['pricing'], PRICING) } : {}),
    }),
  }
}
