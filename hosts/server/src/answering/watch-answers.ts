import type { Socket } from 'node:net'
import type { Exchange } from '../exchange/exchange.js'

interface Needs {
  /** How long a client may take nothing of its answer; then it is cut off. */
  readonly stallMs: number
  /** Reads nothing more of a connection until its present answer is out. */
  readonly hold: (socket: Socket) => void
  /** Ends the connection of a client that took nothing for so long. */
  readonly cut: (exchange: Exchange) => void
}

/**
 * Watches over an answer that did not leave at once: its client must take something of it every now and then. What it
 * says meanwhile is not listened to, because that is no sign that it takes anything; while its body is still coming in,
 * the time-out of requests has the last word.
 */
export const watchAnswers =
  ({ stallMs, hold, cut }: Needs) =>
  (exchange: Exchange): void => {
    const { request, response } = exchange
    if (request.complete) hold(request.socket)
    response.setTimeout(stallMs, () => cut(exchange))
  }
