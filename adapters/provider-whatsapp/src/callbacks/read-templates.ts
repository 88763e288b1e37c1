import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { TemplateReport, VendorVerdict } from '@postrider/core/templates/domain/template-report'
import { namedText, valueAt } from '@postrider/http-calls/json-value'
import type { CloudChange } from './change.js'
import { eventKeyOf, keptParts, cloudMomentOf } from '../evidence/kept-parts.js'

/** The verdict of an event about a template: a deleted or permanently stopped one can't be sent either. */
const VERDICTS: Readonly<Record<string, VendorVerdict>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  DISABLED: 'paused',
  ARCHIVED: 'paused',
  PENDING_DELETION: 'paused',
  DELETED: 'paused',
}

/** The verdict of the vendor's word for a status; undefined if it decides nothing. */
export const verdictOf = (word: string): VendorVerdict | undefined =>
  Object.hasOwn(VERDICTS, word) ? VERDICTS[word] : undefined

const KEPT = [
  'event',
  'message_template_id',
  'message_template_name',
  'message_template_language',
  'reason',
  'message_template_category',
] as const
const LONGEST_NAME = 512
const WORD = /^[A-Z_]{1,64}$/

/** The vendor's own word for the reason: of a rejection, of a pause, or of the event itself. */
const reasonIn = (value: unknown, event: string): string =>
  [namedText(value, 'reason'), namedText(valueAt(value, 'other_info'), 'title')].find(
    (word) => word !== undefined && WORD.test(word) && word !== 'NONE',
  ) ?? event

/** The vendor writes a language with a hyphen here, and with an underscore in messages. */
const languageOf = (text: string): string => text.replaceAll('-', '_')

/** The vendor's decision about a template of the account; undefined if the event has no relevant decision. */
export const readTemplateUpdate = (
  { providerAccountId, settings }: ProviderAccount,
  { wabaId, time, value }: CloudChange,
): TemplateReport | undefined => {
  const event = namedText(value, 'event') ?? ''
  const verdict = verdictOf(event)
  const name = namedText(value, 'message_template_name') ?? ''
  const language = namedText(value, 'message_template_language') ?? ''
  const isNamed = [name, language].every((text) => text !== '' && text.length <= LONGEST_NAME)
  if (verdict === undefined || !isNamed || wabaId !== String(settings['wabaId'])) return undefined
  const atMs = cloudMomentOf(time)
  return {
    providerAccountId,
    name,
    language: languageOf(language),
    verdict,
    reason: reasonIn(value, event),
    atMs,
    eventKey: eventKeyOf(name, language, event, reasonIn(value, event), String(atMs)),
    raw: JSON.stringify(keptParts(value, KEPT)),
  }
}
