import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'

/** The values of placeholders; undefined if the message has no such value. */
export type SubmissionValues = Readonly<Record<string, string | undefined>>

/** The names of a message's own values. */
export const VALUE_NAMES = [
  'to',
  'toDigits',
  'from',
  'text',
  'reference',
  'dltEntityId',
  'dltTemplateId',
  'validitySeconds',
  'validityMinutes',
  'coding',
  'isUnicode',
] as const

/** The prefix of India, whose carriers deliver only registered texts. */
const DLT_PREFIX = '+91'
/** The maximum validity that is requested from a gateway: ten hours, which every gateway accepts. */
const LONGEST_VALIDITY_S = 36_000

const validityOf = (expiresAtMs: EpochMs, nowMs: EpochMs): number =>
  Math.min(LONGEST_VALIDITY_S, Math.max(1, Math.floor((expiresAtMs - nowMs) / SECOND_MS)))

/** The values of an SMS; undefined for other messages. */
export const submissionValues = (
  { messageId, to, sender, content, registration, expiresAtMs }: ProviderSubmission,
  nowMs: EpochMs,
): SubmissionValues | undefined => {
  if (content.channel !== 'sms' || sender.channel !== 'sms') return undefined
  const isDlt = to.startsWith(DLT_PREFIX)
  const registered = isDlt && registration?.channel === 'sms' ? registration : undefined
  const isUnicode = content.encoding === 'ucs2'
  const validitySeconds = validityOf(expiresAtMs, nowMs)
  return {
    to,
    toDigits: to.replace('+', ''),
    from: registered?.header ?? sender.header,
    text: content.text,
    reference: messageId,
    dltEntityId: registered?.entityId ?? (isDlt ? sender.dltEntityId : undefined),
    dltTemplateId: registered?.templateId,
    validitySeconds: String(validitySeconds),
    // Never longer than the message is useful, but at least the shortest validity.
    validityMinutes: String(Math.max(1, Math.floor((validitySeconds * SECOND_MS) / MINUTE_MS))),
    coding: isUnicode ? '2' : '0',
    isUnicode: isUnicode ? '1' : '0',
  }
}
