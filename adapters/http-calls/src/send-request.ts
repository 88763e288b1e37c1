import { type Agent, request as requestInClear, type IncomingMessage } from 'node:http'
import { request as requestByTls } from 'node:https'
import type { Socket } from 'node:net'
import type { ProviderAnswer, ProviderRequest } from './provider-request.js'
import { whenSilent } from './when-silent.js'

/** Longer than any useful response of a provider. */
const MOST_BYTES = 256 * 1024
const START_BYTES = 1024

/**
 * The result of a request: a response, or none, and whether the provider may have read the request. `start` is the
 * first kilobyte of the body, also of one that is longer than the limit.
 */
export type RequestResult =
  | { readonly _tag: 'Answered'; readonly answer: ProviderAnswer; readonly start: Uint8Array }
  | { readonly _tag: 'NotConnected'; readonly cause: string }
  | { readonly _tag: 'NoAnswer'; readonly cause: string }

/** The cause of a failure: only a code, because messages may contain addresses with secrets. */
const causeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.name

const readBody = async (
  response: IncomingMessage,
): Promise<{ readonly body: Uint8Array | undefined; readonly start: Uint8Array }> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > MOST_BYTES) break
  }
  const read = Buffer.concat(chunks)
  return { body: bytes > MOST_BYTES ? undefined : read, start: read.subarray(0, START_BYTES) }
}

/**
 * Calls `open` when the connection can be written to: at once if it is reused, and once it is connected and
 * encrypted if it is new.
 */
const onceOpen = (socket: Socket, isTls: boolean, isReused: boolean, open: () => void): void => {
  if (isReused) open()
  else socket.once(isTls ? 'secureConnect' : 'connect', open)
}

/**
 * Sends a request, follows no redirect and reads no more than 256 KiB; resolves within the time, and never
 * rejects.
 */
export const sendRequest = (
  agent: Agent,
  { method, url, headers, body }: ProviderRequest,
  timeoutMs: number,
): Promise<RequestResult> =>
  new Promise((resolve) => {
    let mayBeRead = false
    const isTls = url.protocol === 'https:'
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const send = isTls ? requestByTls : requestInClear
    const clientRequest = send(url, { agent, method, headers: { ...headers, ...length } })
    const end = (result: RequestResult): void => {
      stopWaiting()
      resolve(result)
    }
    const fail = (cause: string): void => {
      end({ _tag: mayBeRead ? 'NoAnswer' : 'NotConnected', cause })
      clientRequest.destroy()
    }
    const stopWaiting = whenSilent(timeoutMs, () => fail('no response in time'))
    clientRequest.once('socket', (socket) =>
      onceOpen(socket, isTls, clientRequest.reusedSocket, () => (mayBeRead = true)),
    )
    clientRequest.on('error', (error) => fail(causeOf(error)))
    clientRequest.once('response', (response) => {
      const { statusCode: status = 0, headers: answered } = response
      readBody(response).then(
        ({ body: read, start }) =>
          end({
            _tag: 'Answered',
            answer: { status, body: read, retryAfter: answered['retry-after'] },
            start,
          }),
        (error: unknown) => fail(error instanceof Error ? causeOf(error) : 'incomplete response'),
      )
    })
    clientRequest.end(body)
  })
