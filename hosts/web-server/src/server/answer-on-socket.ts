import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { JsonAnswer } from '../answers/answer.js'
import { retryAfter } from '../answers/refused.js'
import { jsonHeaders } from '../answers/response-headers.js'

/** How long the response may take to be sent. */
const FLUSH_MS = 15_000

/** The Retry-After for an upgrade that wasn't possible. */
const COME_AGAIN_MS = 5_000

/**
 * Writes a serialized response directly to a connection without a usable request, and closes the connection.
 */
export const answerOnSocket = (
  socket: Duplex,
  { status, headers = [] }: Pick<JsonAnswer, 'status' | 'headers'>,
  text: string,
  requestId: string,
): void => {
  const fields = [...jsonHeaders(Buffer.byteLength(text), requestId), ...headers]
  if (status === 503) for (const one of retryAfter(COME_AGAIN_MS)) fields.push(one)
  fields.push('Date', new Date().toUTCString(), 'Connection', 'close')
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`
  // A client that hasn't read earlier responses won't read this one either.
  if (socket instanceof Socket) socket.setTimeout(FLUSH_MS, () => socket.destroy())
  socket.end(`${head}\r\n${text}`, () => socket.destroy())
}
