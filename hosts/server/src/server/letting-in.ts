import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'

/** How long requests wait at the most for connections that keep coming. */
const MOST_MS = 5

/**
 * Begins requests once nobody is at the door. Node lets one connection in at each turn of its event loop, and a turn takes as
 * long as all that the requests which it brings are worked on: of 256 clients that come back at once to a host that is busy the
 * last would stand outside for seconds. So where a connection has come, requests wait until one turn brings none, but no
 * longer than `mostMs` at a time; who is inside already, on a host that nobody comes to, waits for nothing.
 */
export const lettingInFirst = (
  server: Pick<Server, 'on'>,
  begin: RequestListener,
  mostMs: number = MOST_MS,
): RequestListener => {
  let waiting: Array<readonly [IncomingMessage, ServerResponse]> = []
  let isLettingIn = false
  let hasCome = false
  let untilMs = 0

  const turn = (): void => {
    if (hasCome && performance.now() < untilMs) {
      hasCome = false
      setImmediate(turn)
      return
    }
    isLettingIn = false
    const all = waiting
    waiting = []
    for (const [request, response] of all) if (!request.socket.destroyed) begin(request, response)
  }

  server.on('connection', () => {
    hasCome = true
    if (isLettingIn) return
    isLettingIn = true
    untilMs = performance.now() + mostMs
    setImmediate(turn)
  })
  return (request, response) => {
    if (isLettingIn) waiting.push([request, response])
    else begin(request, response)
  }
}
