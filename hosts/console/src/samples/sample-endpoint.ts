import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { escapeHtml } from '@postrider/core/domain/texts/escape-html'
import { examplesOf, fill, parseText } from '@postrider/core/domain/texts/placeholders'
import { E } from '@postrider/core/fp'
import type { Answer } from '@postrider/server/answers/answer'
import type { Endpoint, PathStrings } from '@postrider/server/exchange/endpoint'
import type { Exchange } from '@postrider/server/exchange/exchange'
import { markup } from '@postrider/server/pages/markup'
import { parseQuery, queryStringOf } from '@postrider/server/receiving/parse-query'
import type { ConsoleNeeds } from '../console-needs.js'
import { CONSOLE } from '../console-answers.js'
import { originOf, SITE_ENDPOINT } from '@postrider/pages/forms/form-endpoint'

const PATH = '/templates/{draftId}/sample'

/** What a tenant wrote runs nothing and loads nothing, in a frame of ours as well as opened by itself (docs/decisions/0052). */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ')

const SIGNED_OUT = CONSOLE.page(401, {
  title: 'You are signed out',
  content: markup`<p>Sign in again to see the sample.</p>`,
})

type Draft = ResultOf<'getTemplateReview'>['draft']

/** What a recipient would get with the examples for values: the HTML where it has one, else its text. */
const sampleOf = ({ content, variables, preview }: Draft): string => {
  const { html } = content as { readonly html?: unknown }
  if (typeof html === 'string') return fill(parseText(html), examplesOf(variables), escapeHtml)
  return markup`<!doctype html>
<meta charset="utf-8">
<title>Sample</title>
<pre style="white-space: pre-wrap; font: 1rem/1.5 system-ui, sans-serif">${preview.text}</pre>
`.html
}

const answerOf =
  ({ postrider: { operatorSessions, runOperation }, cookie }: ConsoleNeeds) =>
  async (exchange: Exchange, { draftId = '' }: PathStrings): Promise<Answer> => {
    const { headers, request } = exchange
    const found = await operatorSessions.find(cookie().read(headers))()
    if (E.isLeft(found)) return found.left._tag === 'Unauthenticated' ? SIGNED_OUT : CONSOLE.notNow()
    const version = parseQuery(queryStringOf(request.url ?? ''))?.['version']
    const body = { draftId, ...(version === undefined ? {} : { atVersion: Number(version) }) }
    const ran = await runOperation(found.right, 'getTemplateReview', body, originOf(exchange))()
    if (E.isLeft(ran)) return 'cause' in ran.left ? CONSOLE.notNow() : CONSOLE.nothingHere('route_not_found')
    const { draft } = ran.right.result as ResultOf<'getTemplateReview'>
    return { status: 200, html: sampleOf(draft), contentSecurityPolicy: POLICY }
  }

/** A version of a template with its examples for values, as a page of its own, for who may review it. */
export const sampleEndpoint = (site: ConsoleNeeds): Endpoint => ({
  ...SITE_ENDPOINT,
  methods: ['GET'],
  path: PATH,
  route: PATH,
  answer: answerOf(site),
})
