import { E } from '@postrider/core/fp'
import { type Answer, errorAnswer } from '../answers/answer.js'
import type { Endpoint } from '../exchange/endpoint.js'
import type { Exchange } from '../exchange/exchange.js'
import { parseQuery, queryStringOf } from '../receiving/parse-query.js'
import type { BodyNeeds } from '../receiving/read-body.js'
import { receiveForm } from '../receiving/receive-form.js'
import { deadLinkPage } from './dead-link-page.js'
import { pageAnswer } from './page-answer.js'
import type { PlainPage, LinkPage } from './visitable.js'

const show = (exchange: Exchange, page: LinkPage): Promise<Answer> | Answer => {
  const query = parseQuery(queryStringOf(exchange.request.url ?? ''))
  const token = query?.['token']
  return typeof token === 'string' ? page.show({ token }) : pageAnswer(404, deadLinkPage())
}

const take = async (needs: BodyNeeds, exchange: Exchange, page: LinkPage): Promise<Answer | undefined> => {
  const { requestId, clientAddress } = exchange
  const received = await receiveForm(needs, exchange)
  if (E.isLeft(received)) return received.left === 'gone' ? undefined : errorAnswer(received.left, requestId)
  const fields = received.right
  const token = fields.get('token')
  if (token === undefined) return pageAnswer(404, deadLinkPage())
  exchange.stage = 'begun'
  return page.take({ token, fields, origin: { requestId, clientAddress } })
}

const AT_A_PAGE = { boundary: undefined, tellsMethods: false, isAlwaysOpen: false }

/** A page for people at its address: shows its form, and takes it when it is sent. A token in its address is logged nowhere. */
export const pageEndpoint = (needs: BodyNeeds, page: LinkPage | PlainPage): Endpoint => {
  const { path } = page
  if ('html' in page)
    return { ...AT_A_PAGE, methods: ['GET'], path, route: path, answer: () => pageAnswer(200, page.html) }
  return {
    ...AT_A_PAGE,
    methods: ['GET', 'POST'],
    path,
    route: path,
    answer: (exchange) =>
      exchange.request.method === 'POST' ? take(needs, exchange, page) : show(exchange, page),
  }
}
