import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.js'

/** A listening page of metrics. */
export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

const answer = (response: ServerResponse, status: number, contentType: string, body: string): void => {
  response.writeHead(status, { 'content-type': contentType, 'x-content-type-options': 'nosniff' }).end(body)
}

const serve = (metrics: Metrics) => async (request: IncomingMessage, response: ServerResponse) => {
  const path = request.url?.split('?')[0]
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (path !== '/metrics' || !isRead)
    return answer(response, 404, 'text/plain', 'The figures are at /metrics.\n')
  const { contentType, body } = await metrics.exposition()
  return answer(response, 200, contentType, body)
}

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

/** Serves `GET /metrics` on a port of its own, never the public one (decisions 2). Rejects when the port is taken. */
export const startMetricsServer = async (
  metrics: Metrics,
  host: string,
  port: number,
): Promise<MetricsServer> => {
  const handle = serve(metrics)
  const server = createServer((request, response) => {
    handle(request, response).catch(() =>
      answer(response, 500, 'text/plain', 'The figures could not be read.\n'),
    )
  })
  const actualPort = await listen(server, host, port)
  return {
    port: actualPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
