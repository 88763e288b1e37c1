import type { ServerResponse } from 'node:http'
import { type ReceivedRequest, startLoopbackServer } from './loopback-server.js'

export interface ScriptedServer {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** Sets the behavior for each request from now on. */
  answerWith(answer: (response: ServerResponse, request: ReceivedRequest) => void): void
  close(): Promise<void>
}

/** Responds with a status and a JSON document. */
export const answering =
  (status: number, document?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(document === undefined ? '' : JSON.stringify(document))
  }

/** A gateway on its own socket, controlled by the test. */
export const startScriptedServer = async (): Promise<ScriptedServer> => {
  const requests: ReceivedRequest[] = []
  let answer: (response: ServerResponse, request: ReceivedRequest) => void = answering(200)
  const { url, close } = await startLoopbackServer((request, response) => {
    requests.push(request)
    answer(response, request)
  })
  return {
    url,
    requests,
    answerWith: (next) => {
      answer = next
    },
    close,
  }
}
