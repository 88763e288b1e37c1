import type { ReceiptReport, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { isRecord, namedList, namedText, valueAt } from '@postrider/http-calls/json-value'
import { blockOfCode, failureOfCode, isAboutAccount } from '../answers/graph-codes.js'
import { LONGEST_ID, reasonIn } from '../answers/read-answer.js'
import { readCallbackData } from '../requests/callback-data.js'
import { eventKeyOf, keptParts, cloudMomentOf } from '../evidence/kept-parts.js'

/**
 * The statuses of a message, in the vendor's words; a message may be read without an earlier delivered
 * status.
 */
const STATUSES: Readonly<Record<string, ReceiptStatus>> = {
  sent: 'accepted',
  delivered: 'delivered',
  read: 'read',
  failed: 'undelivered',
}

/** Parts of a status that are stored as evidence; none of them contains message content. */
const KEPT = ['id', 'status', 'timestamp', 'recipient_id', 'biz_opaque_callback_data'] as const
const PRICING = ['billable', 'pricing_model', 'category', 'type'] as const
/** The error codes of a status; the texts may contain message content. */
const codesIn = (status: unknown): readonly number[] => {
  return namedList(status, 'errors').flatMap((error) => {
    const code = valueAt(error, 'code')
    return typeof code === 'number' && Number.isSafeInteger(code) ? [code] : []
  })
}

/**
 * The report in a status; undefined if it has no known status. The recipient isn't included: the vendor
 * writes numbers of some countries differently than they were given, and its signature is sufficient.
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
  const { messageId } = readCallbackData(namedText(status, 'biz_opaque_callback_data') ?? '')
  const timestamp = namedText(status, 'timestamp')
  const codes = codesIn(status)
  return {
    providerAccountId,
    messageId,
    providerMessageId: id,
    recipient: undefined,
    status: known,
    failureCode: known === 'undelivered' ? failureOfCode(codes[0]) : undefined,
    ...(known === 'undelivered' && isAboutAccount(codes[0]) ? { blamesAccount: true as const } : {}),
    reason: known === 'undelivered' ? reasonIn(namedList(status, 'errors')[0]) : undefined,
    ...(known === 'undelivered' ? blockOfCode(codes.find((code) => 'suppresses' in blockOfCode(code))) : {}),
    providerTimeMs: cloudMomentOf(timestamp),
    eventKey: eventKeyOf(id, word, timestamp),
    raw: JSON.stringify({
      ...keptParts(status, KEPT),
      ...(codes.length === 0 ? {} : { codes }),
      ...(isRecord(status['pricing']) ? { pricing: keptParts(status['pricing'], PRICING) } : {}),
    }),
  }
}
