import type { Exchange } from '../exchange/exchange.js'
import { type Answer, errorAnswer } from '../answers/answer.js'

/** Why a request failed in the host itself: a bug, or too many requests in progress. */
export type FailureCode = 'internal_error' | 'service_unavailable'

/** The page of a failed request. */
export type FailurePage = (code: FailureCode, requestId: string) => Answer

/** A browser that opens a page accepts HTML; scripts and other programs ask for something else. */
const opensPage = ({ request }: Pick<Exchange, 'request'>): boolean =>
  request.headers.accept?.includes('text/html') === true

/**
 * The response to a request that failed in the host: the host's page for people who opened an address, if it has one,
 * otherwise the usual error body. The access log gets the code and the cause in both cases.
 */
export const failureAnswer = (
  exchange: Pick<Exchange, 'request' | 'requestId'>,
  code: FailureCode,
  pageOf: FailurePage | undefined,
  cause?: string,
): Answer => {
  const { requestId } = exchange
  const answer = errorAnswer(code, requestId, [], cause === undefined ? {} : { cause })
  if (pageOf === undefined || !opensPage(exchange)) return answer
  const { logged } = answer
  return { ...pageOf(code, requestId), ...(logged === undefined ? {} : { logged }) }
}
