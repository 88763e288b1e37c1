import type { ServerResponse } from 'node:http'
import { type AskedRequest, startLoopbackServer } from './loopback-server.js'

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
  const { url, close } = await startLoopbackServer((request, response) => {
    asked.push(request)
    answer(response, request)
  })
  return {
    url,
    asked,
    answerWith: (next) => {
      answer = next
    },
    close,
  }
}
