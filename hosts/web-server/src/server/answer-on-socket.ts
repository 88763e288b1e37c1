import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { JsonAnswer } from '../answers/answer.js'
import { retryAfter } from '../answers/refused.js'
import { jsonHeaders } from '../answers/response-headers.js'

/** How long the answer may take to leave. */
const FLUSH_MS = 15_000

/** When to try an upgrade again that could not be taken. */
const COME_AGAIN_MS = 5_000

/** Writes an answer, its body written out, where no request came about that could carry it, and ends the connection. */
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
  // Who has taken nothing of the answers before takes nothing of this one either.
  if (socket instanceof Socket) socket.setTimeout(FLUSH_MS, () => socket.destroy())
  socket.end(`${head}\r\n${text}`, () => socket.destroy())
}
