import type { ResultOf } from '@postrider/core/assembly/registry'
import { E } from '@postrider/core/fp'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import type { Answer } from '@postrider/web-server/answers/answer'
import type { Endpoint, PathStrings } from '@postrider/web-server/exchange/endpoint'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { markup } from '@postrider/web-server/pages/markup'
import { parseQuery, queryStringOf } from '@postrider/web-server/receiving/parse-query'
import type { ConsoleNeeds } from '../console-needs.js'
import { originOf, SITE_ENDPOINT } from '@postrider/web-server/sites/forms/form-endpoint'
import { samplePage } from '@postrider/web-server/sites/samples/sample-page'

const PATH = '/templates/{draftId}/sample'

const signedOut = ({ page }: SiteAnswers): Answer =>
  page(401, {
    title: 'You are signed out',
    content: markup`<p>Sign in again to see the sample.</p>`,
  })

const answerOf =
  ({ postrider: { operatorSessions, runOperation }, cookie, answers }: ConsoleNeeds) =>
  async (exchange: Exchange, { draftId = '' }: PathStrings): Promise<Answer> => {
    const { headers, request } = exchange
    const found = await operatorSessions.find(cookie().read(headers))()
    if (E.isLeft(found))
      return found.left._tag === 'Unauthenticated' ? signedOut(answers) : answers.notNow(found.left)
    const version = parseQuery(queryStringOf(request.url ?? ''))?.['version']
    const body = { draftId, ...(version === undefined ? {} : { atVersion: Number(version) }) }
    const ran = await runOperation(found.right, 'getTemplateReview', body, originOf(exchange))()
    if (E.isLeft(ran))
      return 'cause' in ran.left ? answers.notNow(ran.left) : answers.nothingHere('route_not_found')
    return samplePage((ran.right.result as ResultOf<'getTemplateReview'>).draft)
  }

/** A version of a template with its example values, as a page of its own, for its reviewers. */
export const sampleEndpoint = (site: ConsoleNeeds): Endpoint => ({
  ...SITE_ENDPOINT,
  methods: ['GET'],
  path: PATH,
  route: PATH,
  answer: answerOf(site),
})
