import type { ResultOf } from '@postrider/core/assembly/registry'
import type { Postrider } from '@postrider/core/postrider'
import { E } from '@postrider/core/fp'
import { originOf, SITE_ENDPOINT } from '@postrider/web-server/sites/forms/form-endpoint'
import { samplePage } from '@postrider/web-server/sites/samples/sample-page'
import type { Site } from '@postrider/web-server/sites/site/site'
import type { SiteAnswers } from '@postrider/web-server/sites/site/site-answers'
import type { Answer } from '@postrider/web-server/answers/answer'
import type { Endpoint, PathStrings } from '@postrider/web-server/exchange/endpoint'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { markup } from '@postrider/web-server/pages/markup'
import { parseQuery, queryStringOf } from '@postrider/web-server/receiving/parse-query'

const PATH = '/templates/{draftId}/sample'

const signedOut = ({ page }: SiteAnswers): Answer =>
  page(401, {
    title: 'You are signed out',
    content: markup`<p>Sign in again to see the sample.</p>`,
  })

/** The use cases that decide who may see samples, and that read them. */
export type SampleNeeds = Pick<Postrider, 'personSessions' | 'runOperation'>

const answerOf =
  ({ cookie, answers }: Site, { personSessions, runOperation }: SampleNeeds) =>
  async (exchange: Exchange, { draftId = '' }: PathStrings): Promise<Answer> => {
    const { headers, request } = exchange
    const found = await personSessions.find(cookie().read(headers))()
    if (E.isLeft(found))
      return found.left._tag === 'Unauthenticated' ? signedOut(answers) : answers.notNow(found.left)
    const { organization: organizationId, version } = parseQuery(queryStringOf(request.url ?? '')) ?? {}
    const body = { organizationId, draftId, ...(version === undefined ? {} : { atVersion: Number(version) }) }
    const ran = await runOperation(found.right, 'getCustomerTemplateDraft', body, originOf(exchange))()
    if (E.isLeft(ran))
      return 'cause' in ran.left ? answers.notNow(ran.left) : answers.nothingHere('route_not_found')
    return samplePage((ran.right.result as ResultOf<'getCustomerTemplateDraft'>).draft)
  }

/**
 * A version of an Organization's template with its example values, as a page of its own, for users who manage
 * templates.
 */
export const ownSampleEndpoint = (site: Site, needs: SampleNeeds): Endpoint => ({
  ...SITE_ENDPOINT,
  methods: ['GET'],
  path: PATH,
  route: PATH,
  answer: answerOf(site, needs),
})
