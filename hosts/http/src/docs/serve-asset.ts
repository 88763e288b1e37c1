import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorAnswer } from '../answers/answer.js'
import type { Exchanges } from '../exchange/exchanges.js'
import { PAGE_ASSETS } from './page-assets.js'

/** Answers with a file of the page under /docs. */
export const serveAsset =
  (exchanges: Exchanges) =>
  async (request: IncomingMessage, response: ServerResponse, name: string): Promise<void> => {
    const exchange = exchanges.open(request, response, 'unknown')
    const asset = PAGE_ASSETS.get(name)
    try {
      if (asset === undefined) exchanges.answer(exchange, errorAnswer('route_not_found', exchange.requestId))
      else exchanges.answerBytes(exchange, { contentType: asset.contentType, bytes: await asset.read() })
    } catch (cause) {
      exchanges.fail(exchange, cause)
    }
  }
