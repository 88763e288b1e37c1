import { ERRORS } from '@postrider/contracts/errors/error-registry'
import type { Origin } from '@postrider/core/audit/domain/audit-event'
import { E } from '@postrider/core/fp'
import type { Answer } from '../../answers/answer.js'
import type { Endpoint } from '../../exchange/endpoint.js'
import type { Exchange } from '../../exchange/exchange.js'
import { type FormFields, receiveForm } from '../../receiving/receive-form.js'
import { isOwnRequest } from '../origin/web-origin.js'
import type { Site } from '../site/site.js'

/** The properties that all endpoints of a site share. */
export const SITE_ENDPOINT = { boundary: undefined, tellsMethods: true, isAlwaysOpen: false } as const

/** A page with a form: how it is shown, and how it is submitted. */
export interface FormPage {
  readonly path: string
  readonly show: (exchange: Exchange) => Promise<Answer> | Answer
  readonly take: (fields: FormFields, origin: Origin, exchange: Exchange) => Promise<Answer>
}

/** The origin of a request, for the audit log. */
export const originOf = ({ requestId, clientAddress }: Exchange): Origin => ({ requestId, clientAddress })

const take = async (
  { bodies, origin, answers }: Site,
  exchange: Exchange,
  page: FormPage,
): Promise<Answer | undefined> => {
  if (!isOwnRequest(exchange.headers, origin())) return answers.foreignForm(origin())
  const received = await receiveForm(bodies, exchange)
  if (E.isLeft(received))
    return received.left === 'gone' ? undefined : answers.noForm(ERRORS[received.left].status)
  exchange.stage = 'begun'
  return page.take(received.right, originOf(exchange), exchange)
}

/** A page with a form at its address; only our own pages can submit it. */
export const formEndpoint = (site: Site, page: FormPage): Endpoint => ({
  ...SITE_ENDPOINT,
  methods: ['GET', 'POST'],
  path: page.path,
  route: page.path,
  answer: (exchange) =>
    exchange.request.method === 'POST' ? take(site, exchange, page) : page.show(exchange),
})
