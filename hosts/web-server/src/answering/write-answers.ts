import type { HostLog } from '../hosting/host-log.js'
import type { Answer, FileAnswer, JsonAnswer, PublicAnswer } from '../answers/answer.js'
import { addRateHeaders } from '../answers/rate-headers.js'
import { RETRY_AFTER } from '../answers/refused.js'
import {
  emptyHeaders,
  fileHeaders,
  jsonHeaders,
  ONLY_HTTPS,
  pageHeaders,
  textHeaders,
} from '../answers/response-headers.js'
import { sendFile } from '../answers/send-file.js'
import { hasBody } from '../receiving/media-type.js'
import { throwAway } from '../receiving/read-body.js'
import type { AccessLog } from './access-log.js'
import type { Exchange } from '../exchange/exchange.js'
import { type LargeAnswers, planPublicAnswer } from './public-answers.js'
import type { StorageOutage } from './storage-outage.js'

interface Needs {
  readonly log: HostLog
  readonly accessLog: AccessLog
  /** Whether clients reach the listener by https. */
  readonly isHttps: boolean
  /** Whether connections close after their current response. */
  readonly isDraining: () => boolean
  /** Makes sure that a response that isn't sent at once is sent in time, or cut off. */
  readonly watch: (exchange: Exchange) => void
  /** Closes the connection of a body that arrives in far too many pieces. */
  readonly cut: (exchange: Exchange) => void
  /** Bounds how many bytes of large public responses are being sent. */
  readonly largeAnswers: LargeAnswers
  /** Knows how long a client should wait after a 503. */
  readonly outage: Pick<StorageOutage, 'retryAfterSeconds'>
  /** Closes an exchange whose response was sent. */
  readonly end: (exchange: Exchange) => void
  /** Closes an exchange whose client disconnected. */
  readonly abandon: (exchange: Exchange) => void
}

/** Writes the responses of exchanges, each once. */
export interface AnswerWriter {
  answer(exchange: Exchange, answer: Answer): void
}

/** The body of a response as it is sent: in the envelope of the boundary that the request came in at. */
export const writtenOut = (
  { boundary }: Pick<Exchange, 'boundary'>,
  { body, logged }: Pick<JsonAnswer, 'body' | 'logged'>,
): string => JSON.stringify(boundary === undefined ? body : boundary.envelope(body, logged !== undefined))

/** The headers and the body of a response that is written at once. */
const spelledOut = (
  { boundary, requestId }: Pick<Exchange, 'boundary' | 'requestId'>,
  given: Exclude<Answer, FileAnswer | PublicAnswer>,
): { readonly fields: string[]; readonly text: string | Buffer | undefined } => {
  if ('body' in given) {
    const text = writtenOut({ boundary }, given)
    return { fields: jsonHeaders(Buffer.byteLength(text), requestId), text }
  }
  if ('text' in given) {
    const { text, contentType } = given
    return { fields: textHeaders(Buffer.byteLength(text), requestId, contentType), text }
  }
  if ('html' in given)
    return { fields: pageHeaders(Buffer.byteLength(given.html), requestId, given), text: given.html }
  return { fields: emptyHeaders(requestId, given.status), text: undefined }
}

/** Whether the client wants only the head of the response. */
const isHead = ({ request }: Exchange): boolean => request.method === 'HEAD'

/**
 * Sends a file. The exchange stays open until the last byte is sent, so that a draining host waits for it.
 */
const finishFile = async (needs: Needs, exchange: Exchange, { status, file }: FileAnswer): Promise<void> => {
  if (isHead(exchange)) {
    exchange.response.end()
    needs.end(exchange)
    needs.accessLog.answered(exchange, status)
    return file.close().catch(() => undefined)
  }
  needs.watch(exchange)
  const sent = await sendFile(exchange.response, file)
  if (sent._tag === 'Gone') return needs.abandon(exchange)
  needs.end(exchange)
  if (sent._tag === 'Whole') return needs.accessLog.answered(exchange, status)
  const { requestId, route } = exchange
  needs.log.error({ requestId, route, err: sent.cause }, 'file download failed')
}

export const createAnswerWriter = (needs: Needs): AnswerWriter => {
  const { accessLog, isHttps, isDraining, watch, cut, largeAnswers, outage, end } = needs

  /** Writes the head of a response: `fields`, its own headers, and the common ones. */
  const writeHead = (
    { response, rateStatus }: Exchange,
    { status, headers }: Pick<Answer, 'status' | 'headers'>,
    fields: string[],
  ): void => {
    if (headers !== undefined) for (const field of headers) fields.push(field)
    if (status === 503 && headers?.includes(RETRY_AFTER) !== true)
      fields.push(RETRY_AFTER, String(outage.retryAfterSeconds()))
    if (rateStatus !== undefined) addRateHeaders(fields, rateStatus)
    if (isHttps) fields.push(...ONLY_HTTPS)
    if (isDraining()) fields.push('Connection', 'close')
    response.writeHead(status, fields)
  }

  const write = (
    exchange: Exchange,
    head: Pick<Answer, 'status' | 'headers'>,
    fields: string[],
    body?: string | Buffer,
  ): void => {
    writeHead(exchange, head, fields)
    exchange.response.end(body)
    // Anything that the operating system hasn't taken stays in our memory until the client reads it.
    if (exchange.request.socket.writableLength > 0) watch(exchange)
    end(exchange)
  }

  const answerFile = (exchange: Exchange, answer: FileAnswer): void => {
    const { contentType, file } = answer
    writeHead(exchange, answer, fileHeaders(contentType, file.sizeBytes, exchange.requestId))
    void finishFile(needs, exchange, answer)
  }

  const answerPublic = (exchange: Exchange, { publicFile }: PublicAnswer): void => {
    const { request, response, requestId } = exchange
    const { status, fields, bytes } = planPublicAnswer(publicFile, request, requestId)
    if (!largeAnswers.mayLeave(response, bytes)) return answer(exchange, largeAnswers.full(requestId))
    write(exchange, { status }, fields, bytes)
    accessLog.answered(exchange, status)
  }

  const answer = (exchange: Exchange, given: Answer): void => {
    if (exchange.stage === 'ended') {
      if ('file' in given) void given.file.close()
      return
    }
    if (!exchange.request.complete && hasBody(exchange.headers)) throwAway(exchange, cut)
    if ('publicFile' in given) return answerPublic(exchange, given)
    if ('file' in given) return answerFile(exchange, given)
    const { fields, text } = spelledOut(exchange, given)
    write(exchange, given, fields, text)
    accessLog.answered(exchange, given.status, given)
  }

  return { answer }
}
