import type { Socket } from 'node:net'
import type { Exchange } from '../exchange/exchange.js'
import type { PauseObserver } from './pauses.js'

interface Needs {
  /** How long a client may read nothing of its response before it is disconnected. */
  readonly stallMs: number
  /** Reads nothing more from a connection until its current response is sent. */
  readonly hold: (socket: Socket) => void
  /** Closes the connection of a client that read nothing for too long. */
  readonly cut: (exchange: Exchange) => void
  readonly pauses: Pick<PauseObserver, 'justEnded'>
}

/**
 * Watches a response that wasn't sent at once: its client must keep reading it. Data that the client sends
 * meanwhile isn't read, because it doesn't show that the client reads. While the request body is still
 * arriving, the request timeout applies instead. A pause of the process isn't the client's fault, so the
 * client's time starts again.
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
