import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics/metrics.js'
import type { Probe } from '@postrider/hosting/readiness'

/** A port for those who run the process: its figures, and whether it is ready. */
export interface OperationsPort {
  readonly port: number
  close(): Promise<void>
}

export interface OperationsPortNeeds {
  readonly metrics: Pick<Metrics, 'exposition'>
  readonly probe: Probe
}

interface Page {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

type Pages = ReadonlyMap<string | undefined, () => Promise<Page>>

const plain = (status: number, body: string): Page => ({ status, contentType: 'text/plain', body })

const pagesOf = ({ metrics, probe }: OperationsPortNeeds): Pages =>
  new Map([
    ['/metrics', async () => ({ status: 200, ...(await metrics.exposition()) })],
    [
      '/readiness',
      async () => {
        const { status, body } = await probe()
        return { status, contentType: 'application/json', body: JSON.stringify(body) }
      },
    ],
  ])

const pageFor = async (pages: Pages, { url, method }: IncomingMessage): Promise<Page> => {
  const isRead = method === 'GET' || method === 'HEAD'
  const page = isRead ? pages.get(url?.split('?')[0]) : undefined
  return page === undefined
    ? plain(404, 'The figures are at /metrics, readiness is at /readiness.\n')
    : page()
}

const answer = (response: ServerResponse, { status, contentType, body }: Page): void => {
  response.writeHead(status, {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })

/**
 * Serves `GET /metrics` and `GET /readiness` on a port of their own, never the public one (docs/contract#metrics),
 * in every process (`docs/decisions/0038`). Rejects when the port is taken.
 */
export const openOperationsPort = async (
  needs: OperationsPortNeeds,
  host: string,
  port: number,
): Promise<OperationsPort> => {
  const pages = pagesOf(needs)
  const server = createServer((request, response) => {
    pageFor(pages, request)
      .catch(() => plain(500, 'This could not be found out.\n'))
      .then((page) => answer(response, page))
      .catch(() => response.destroy())
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
