import { type Answer, errorAnswer } from '../answers/answer.js'
import type { Exchange } from '../exchange/exchange.js'
import { FORM_LIMIT_BYTES, parseForm } from '../receiving/parse-form.js'
import { parseQuery, queryStringOf } from '../receiving/parse-query.js'
import { type BodyNeeds, readBody } from '../receiving/read-body.js'
import type { Endpoint } from '../exchange/endpoint.js'
import { deadLinkPage } from './dead-link-page.js'
import { pageAnswer } from './page-answer.js'
import type { PlainPage, LinkPage } from './visitable.js'

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset=utf-8)?[ \t]*$/i

const show = (exchange: Exchange, page: LinkPage): Promise<Answer> | Answer => {
  const query = parseQuery(queryStringOf(exchange.request.url ?? ''))
  const token = query?.['token']
  return typeof token === 'string' ? page.show({ token }) : pageAnswer(404, deadLinkPage())
}

const take = async (needs: BodyNeeds, exchange: Exchange, page: LinkPage): Promise<Answer | undefined> => {
  const { requestId, clientAddress } = exchange
  const type = exchange.headers['content-type']
  if (typeof type !== 'string' || !FORM_TYPE.test(type))
    return errorAnswer('unsupported_media_type', requestId)
  const read = await readBody(exchange, FORM_LIMIT_BYTES, needs)
  if (read._tag === 'Gone') return undefined
  if (read._tag !== 'Whole')
    return errorAnswer(read._tag === 'NoRoom' ? 'service_unavailable' : 'payload_too_large', requestId)
  const fields = parseForm(read.bytes)
  const token = fields?.get('token')
  if (fields === undefined || token === undefined) return pageAnswer(404, deadLinkPage())
  exchange.stage = 'begun'
  return page.take({ token, fields, origin: { requestId, clientAddress } })
}

const AT_A_PAGE = { boundary: undefined, isInContract: false, isAlwaysOpen: false }

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
