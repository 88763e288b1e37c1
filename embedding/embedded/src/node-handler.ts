import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Handles a request of a Node HTTP server. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Headers that apply to a single connection and must not be forwarded. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'proxy-connection',
])

/** The headers of a message as received, name and value alternating, without those of its connection. */
const passedOn = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, at) => !OF_CONNECTION.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()))

/** The requested address; Express removes the path that a handler is mounted at from `url`. */
const addressOf = (request: IncomingMessage & { readonly originalUrl?: string }): string =>
  request.originalUrl ?? request.url ?? '/'

/**
 * Forwards requests of another server to Postrider's own, with the same checks and responses. The caller's
 * address is that of the connection, so allowed addresses and limits apply. Bodies are streamed: nothing may
 * have read them before.
 */
export const nodeHandler =
  (connect: (address: string | undefined) => Duplex): NodeHandler =>
  (request, response) => {
    const innerRequest = ask({
      method: request.method,
      path: addressOf(request),
      headers: passedOn(request),
      setHost: false,
      createConnection: () => connect(request.socket.remoteAddress),
    })
    innerRequest.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, passedOn(answer))
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    // The connection within the process has ended: Postrider was closed, or disconnected the caller.
    innerRequest.on('error', () => response.destroy())
    response.on('close', () => innerRequest.destroy())
    request.on('error', () => innerRequest.destroy())
    request.pipe(innerRequest)
  }
