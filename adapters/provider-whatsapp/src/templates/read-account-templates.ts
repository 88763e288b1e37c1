import type { Agent } from 'node:http'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { type EpochMs, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ListedTemplate } from '@postrider/core/templates/domain/listed-template'
import type { TemplateReport } from '@postrider/core/templates/domain/template-report'
import { jsonIn, namedList, namedText, valueAt } from '@postrider/http-calls/json-value'
import { sendRequest } from '@postrider/http-calls/send-request'
import { graphCode } from '../answers/read-answer.js'
import { verdictOf } from '../callbacks/read-templates.js'
import { eventKeyOf } from '../evidence/kept-parts.js'
import type { CloudAccount } from '../settings/read-account.js'

const PAGE = '100'
/** More templates than an account can have. */
const MOST_PAGES = 200

/** The dependencies for reading an account's templates. */
interface ReadNeeds {
  readonly providerAccountId: ProviderAccountId
  readonly agent: Agent
  readonly nowMs: EpochMs
  readonly timeoutMs: number
}

const readPage = async (
  { base, wabaId, accessToken }: CloudAccount,
  { agent, timeoutMs }: ReadNeeds,
  after: string | undefined,
): Promise<unknown> => {
  const url = new URL(`${encodeURIComponent(wabaId)}/message_templates`, base)
  url.searchParams.set('fields', 'name,language,status,category,quality_score')
  url.searchParams.set('limit', PAGE)
  if (after !== undefined) url.searchParams.set('after', after)
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
  const result = await sendRequest(agent, { method: 'GET', url, headers, body: undefined }, timeoutMs)
  if (result._tag !== 'Answered') throw new Error(`the Cloud API sent no templates: ${result.cause}`)
  const { status, body } = result.answer
  const document = jsonIn(body)
  if (status < 200 || status >= 300 || !Array.isArray(valueAt(document, 'data')))
    throw new Error(
      `the Cloud API answered ${status}, ${graphCode(document) ?? 'no code'} instead of templates`,
    )
  return document
}

const listedIn = (template: unknown, { providerAccountId, nowMs }: ReadNeeds): readonly ListedTemplate[] => {
  const [name = '', language = ''] = [namedText(template, 'name'), namedText(template, 'language')]
  const [status = '', category = ''] = [namedText(template, 'status'), namedText(template, 'category')]
  if (name === '' || language === '') return []
  const hour = String(Math.floor(nowMs / HOUR_MS))
  const report = (verdict: TemplateReport['verdict'], reason: string): TemplateReport => ({
    providerAccountId,
    name,
    language,
    verdict,
    reason,
    atMs: undefined,
    eventKey: eventKeyOf(name, language, 'read', verdict, reason, hour),
    raw: JSON.stringify({ name, language, status, category }),
  })
  const verdict = verdictOf(status)
  const reports = [
    ...(verdict === undefined ? [] : [report(verdict, status)]),
    ...(/^[A-Z]{1,64}$/.test(category) ? [report('recategorized', category)] : []),
  ]
  const quality = namedText(valueAt(template, 'quality_score'), 'score')
  return [{ name, language, status, category, quality, reports }]
}

/**
 * All templates of the business account. Rejects with a reason without secrets if the vendor doesn't return
 * them all.
 */
export const readAccountTemplates = async (
  account: CloudAccount,
  needs: ReadNeeds,
): Promise<readonly ListedTemplate[]> => {
  const listed: ListedTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const document = await readPage(account, needs, after)
    for (const template of namedList(document, 'data'))
      for (const one of listedIn(template, needs)) listed.push(one)
    const next = namedText(valueAt(document, 'paging', 'cursors'), 'after')
    if (namedText(valueAt(document, 'paging'), 'next') === undefined || next === after) return listed
    after = next
  }
  return listed
}
