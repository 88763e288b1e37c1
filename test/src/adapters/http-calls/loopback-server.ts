import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to a gateway of the tests. */
export interface ReceivedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server of the tests on loopback. */
export interface LoopbackServer {
  readonly url: string
  /** The number of its connections. */
  connections(): number
  /** Ends its connections too. */
  close(): Promise<void>
}

const readRequest = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const body = await text(request)
  const { method = '', url: path = '', headers } = request
  return { method, path, headers, body }
}

/** Listens on a free port and responds to each request after it is read. */
export const startLoopbackServer = async (
  answer: (received: ReceivedRequest, response: ServerResponse, request: IncomingMessage) => void,
): Promise<LoopbackServer> => {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    void readRequest(request).then((received) => answer(received, response, request))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
