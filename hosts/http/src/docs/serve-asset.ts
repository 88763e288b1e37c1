import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorAnswer, publicAnswer } from '../answers/answer.js'
import type { Exchanges } from '../answering/exchanges.js'
import { createPageAssets } from './page-assets.js'

/** Answers with a file of the page under /docs. */
export const serveAsset = (exchanges: Exchanges) => {
  const assets = createPageAssets()
  return (request: IncomingMessage, response: ServerResponse, name: string): void => {
    const exchange = exchanges.open(request, response, 'unknown')
    const asset = assets.get(name)
    try {
      if (asset === undefined) exchanges.answer(exchange, errorAnswer('route_not_found', exchange.requestId))
      else exchanges.answer(exchange, publicAnswer(asset))
    } catch (cause) {
      exchanges.fail(exchange, cause)
    }
  }
}
