import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { namedText, valueAt } from '@postrider/http-calls/json-value'
import { cloudMomentOf, eventKeyOf, keptParts } from '../evidence/kept-parts.js'
import { readCallbackData } from '../requests/callback-data.js'
import type { CloudChange } from './change.js'

const LONGEST_NAME = 512
const WORD = /^[A-Za-z_-]{1,64}$/

/** The vendor's other names of categories in prices. */
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['marketing', 'MARKETING'],
  ['marketing_lite', 'MARKETING'],
  ['utility', 'UTILITY'],
  ['authentication', 'AUTHENTICATION'],
  ['authentication_international', 'AUTHENTICATION'],
])

const categoryIn = (word: string | undefined): string | undefined =>
  word === undefined ? undefined : CATEGORIES.get(word.toLowerCase().replaceAll('-', '_'))

const KEPT = [
  'message_template_id',
  'message_template_name',
  'message_template_language',
  'previous_category',
  'new_category',
] as const

/**
 * The vendor's change of a template's category; undefined if it is announced for later (`correct_category`), or
 * about another business account.
 */
export const readCategoryUpdate = (
  { providerAccountId, settings }: ProviderAccount,
  { wabaId, time, value }: CloudChange,
): TemplateReport | undefined => {
  const category = categoryIn(namedText(value, 'new_category'))
  const name = namedText(value, 'message_template_name') ?? ''
  const language = namedText(value, 'message_template_language') ?? ''
  const isNamed = [name, language].every((text) => text !== '' && text.length <= LONGEST_NAME)
  const isLater = namedText(value, 'correct_category') !== undefined
  if (category === undefined || !isNamed || isLater || wabaId !== String(settings['wabaId'])) return undefined
  const atMs = cloudMomentOf(time)
  return {
    providerAccountId,
    name,
    language: language.replaceAll('-', '_'),
    verdict: 'recategorized',
    reason: category,
    atMs,
    eventKey: eventKeyOf(name, language, 'category', category, String(atMs)),
    raw: JSON.stringify(keptParts(value, KEPT)),
  }
}

/**
 * The report that the vendor charges a message in another category than the registered one; undefined if it
 * doesn't. The messages of a template make one report a day.
 */
export const readChargedCategory = (
  { providerAccountId }: ProviderAccount,
  status: unknown,
): TemplateReport | undefined => {
  const { template } = readCallbackData(namedText(status, 'biz_opaque_callback_data') ?? '')
  const charged = namedText(valueAt(status, 'pricing'), 'category') ?? ''
  const category = WORD.test(charged) ? categoryIn(charged) : undefined
  if (template === undefined || category === undefined) return undefined
  if (template.category.toUpperCase() === category) return undefined
  const { name, language } = template
  const atMs = cloudMomentOf(namedText(status, 'timestamp'))
  const day = String(Math.floor((atMs ?? 0) / DAY_MS))
  return {
    providerAccountId,
    name,
    language,
    verdict: 'recategorized',
    reason: category,
    atMs,
    eventKey: eventKeyOf(name, language, 'charged', category, day),
    raw: JSON.stringify({ pricing: { category: charged }, registered: template.category }),
  }
}
