import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** The fault of a request. Each can be caused by proxies and networks. */
export type Fault =
  | 'none'
  /** The connection is reset before the service sees it. */
  | 'request lost'
  /** The service has executed it, and its response is lost with the connection. */
  | 'answer lost'
  /** Half of the response arrives before the connection closes. */
  | 'cut in the middle'
  /** The service has executed it, but no response arrives. */
  | 'silence'
  /** A proxy's page. The service doesn't see the request. */
  | 'page 503'
  /** A proxy gave up or failed. The service has executed the request. */
  | 'page 408'
  | 'page 500'
  | 'page 504'
  | 'page 520'
  /** A response of the service, which does nothing. */
  | 'busy 503'
  | 'limited 429'

/** An HTTP proxy on loopback that applies a fault to each request. */
export interface FaultyGateway {
  readonly url: string
  /** The headers and bodies of the received requests, with their times. */
  readonly requests: ReadonlyArray<{
    readonly key: string | undefined
    readonly body: string
    readonly atMs: number
  }>
  stop(): Promise<void>
}

interface Whole {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Buffer
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const forward = async (port: number, incoming: IncomingMessage, body: Buffer): Promise<Whole> => {
  const { method, url, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: await bodyOf(answer) }
}

const PAGE = '<!doctype html><title>Sorry</title><p>Try again later.'

const ownWords = (code: string): string =>
  JSON.stringify({ code, message: 'Not now.', requestId: 'req_gateway', retryable: true, fieldErrors: [] })

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** The response instead of the service's; undefined: the service responds. */
const instead = (fault: Fault, retryAfter: string): ((response: ServerResponse) => void) | undefined => {
  if (fault === 'page 503')
    return (response) => response.writeHead(503, { 'Content-Type': 'text/html' }).end(PAGE)
  if (fault === 'busy 503')
    return (response) =>
      response
        .writeHead(503, { ...JSON_TYPE, 'Retry-After': retryAfter })
        .end(ownWords('service_unavailable'))
  if (fault === 'limited 429')
    return (response) =>
      response.writeHead(429, { ...JSON_TYPE, 'Retry-After': retryAfter }).end(ownWords('too_many_requests'))
  return undefined
}

const deliver = (fault: Fault, response: ServerResponse, { status, headers, body }: Whole): void => {
  const socket = response.socket
  if (fault === 'answer lost') socket?.resetAndDestroy()
  else if (fault.startsWith('page '))
    response.writeHead(Number(fault.slice('page '.length)), { 'Content-Type': 'text/html' }).end(PAGE)
  else if (fault === 'cut in the middle') {
    response.writeHead(status, [...headers])
    response.write(body.subarray(0, body.length >> 1), () => socket?.destroy())
  } else if (fault !== 'silence') response.writeHead(status, [...headers]).end(body)
}

/**
 * Starts a proxy in front of a service on that port. `nextFault` is called for each request with its number
 * from 0.
 */
export const startFaultyGateway = async (
  port: number,
  nextFault: (nth: number) => Fault,
  { retryAfter = '1' }: { readonly retryAfter?: string } = {},
): Promise<FaultyGateway> => {
  const requests: Array<FaultyGateway['requests'][number]> = []
  let nth = 0
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = nextFault(nth)
    nth += 1
    const body = await bodyOf(incoming)
    const key = incoming.headers['idempotency-key']
    requests.push({ key: key?.toString(), body: body.toString(), atMs: performance.now() })
    if (fault === 'request lost') response.socket?.resetAndDestroy()
    else {
      const own = instead(fault, retryAfter)
      if (own === undefined) deliver(fault, response, await forward(port, incoming, body))
      else own(response)
    }
  }
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.socket?.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => undefined)
    },
  }
}
