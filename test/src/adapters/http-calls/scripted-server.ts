import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a gateway of the tests was asked. */
export interface AskedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedServer {
  readonly url: string
  readonly asked: readonly AskedRequest[]
  /** What it does with each request from now on. */
  answerWith(answer: (response: ServerResponse, asked: AskedRequest) => void): void
  close(): Promise<void>
}

/** Answers with a status and, as JSON, a document. */
export const answering =
  (status: number, document?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(document === undefined ? '' : JSON.stringify(document))
  }

/** A gateway on a socket of its own, that does as it is told. */
export const startScriptedServer = async (): Promise<ScriptedServer> => {
  const asked: AskedRequest[] = []
  let answer: (response: ServerResponse, request: AskedRequest) => void = answering(200)
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request
      asked.push({ method, path, headers, body })
      answer(response, { method, path, headers, body })
    })
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerWith: (next) => {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
