import type { Socket } from 'node:net'
import type { Exchange } from '../exchange/exchange.js'
import type { PauseObserver } from './pauses.js'

interface Needs {
  /** How long a client may take nothing of its answer; then it is cut off. */
  readonly stallMs: number
  /** Reads nothing more of a connection until its present answer is out. */
  readonly hold: (socket: Socket) => void
  /** Ends the connection of a client that took nothing for so long. */
  readonly cut: (exchange: Exchange) => void
  readonly pauses: Pick<PauseObserver, 'justEnded'>
}

/**
 * Watches over an answer that did not leave at once: its client must take something of it every now and then. What it
 * says meanwhile is not listened to, because that is no sign that it takes anything; while its body is still coming in,
 * the time-out of requests has the last word. A pause of the process is no fault of the client: its time begins again.
 */
export const watchAnswers =
  ({ stallMs, hold, cut, pauses }: Needs) =>
  (exchange: Exchange): void => {
    const { request, response } = exchange
    if (request.complete) hold(request.socket)
    response.setTimeout(stallMs, () => {
      if (pauses.justEnded()) request.socket.setTimeout(stallMs)
      else cut(exchange)
    })
  }
