import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, errorAnswer } from '../answers/answer.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Exchanges } from '../answering/exchanges.js'
import { FORM_LIMIT_BYTES, parseForm } from '../receiving/parse-form.js'
import { parseQuery, queryOf } from '../receiving/parse-query.js'
import { type BodyNeeds, readBody } from '../receiving/read-body.js'
import { deadLinkPage } from './dead-link-page.js'
import { pageAnswer } from './page-answer.js'
import type { PlainPage, Visitable } from './visitable.js'

interface Needs extends BodyNeeds {
  readonly exchanges: Exchanges
  /** Whether one more request may be worked on. */
  readonly mayBegin: () => boolean
}

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset=utf-8)?[ \t]*$/i

const show = (exchange: Exchange, page: Visitable | PlainPage): Promise<Answer> | Answer => {
  if ('html' in page) return pageAnswer(200, page.html)
  const query = parseQuery(queryOf(exchange.request.url ?? ''))
  const token = query?.['token']
  return typeof token === 'string' ? page.show({ token }) : pageAnswer(404, deadLinkPage())
}

const take = async (needs: Needs, exchange: Exchange, page: Visitable): Promise<Answer | undefined> => {
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

/** Serves a page for people: shows its form, and takes it when it is sent. The token in its address is logged nowhere. */
export const servePage = (needs: Needs) => {
  const { exchanges, mayBegin } = needs
  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    page: Visitable | PlainPage,
  ): Promise<void> => {
    const exchange = exchanges.open(request, response, page.path)
    try {
      const answer = !mayBegin()
        ? errorAnswer('service_unavailable', exchange.requestId, [], { cause: 'the host is full or closes' })
        : request.method === 'POST' && !('html' in page)
          ? await take(needs, exchange, page)
          : await show(exchange, page)
      if (answer === undefined) exchanges.abandon(exchange)
      else exchanges.answer(exchange, answer)
    } catch (cause) {
      exchanges.fail(exchange, cause)
    }
  }
  return (...visit: Parameters<typeof serve>): void => void serve(...visit)
}
