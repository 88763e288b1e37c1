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
  /** Whether connections end with their present answer. */
  readonly isDraining: () => boolean
  /** Sees to it that an answer that does not leave at once leaves in time, or not at all. */
  readonly watch: (exchange: Exchange) => void
  /** Ends the connection of a body that comes in far too many pieces. */
  readonly cut: (exchange: Exchange) => void
  /** Bounds how much of large public answers is on its way. */
  readonly largeAnswers: LargeAnswers
  /** Knows how long a client should wait after a 503. */
  readonly outage: Pick<StorageOutage, 'retryAfterSeconds'>
  /** Ends an exchange that was answered. */
  readonly end: (exchange: Exchange) => void
  /** Ends one whose client went away. */
  readonly abandon: (exchange: Exchange) => void
}

/** Writes answers on exchanges, each once. */
export interface AnswerWriter {
  answer(exchange: Exchange, answer: Answer): void
}

/** The body of an answer as it goes over the wire: in the envelope of the boundary that the request came in at. */
export const writtenOut = (
  { boundary }: Pick<Exchange, 'boundary'>,
  { body, logged }: Pick<JsonAnswer, 'body' | 'logged'>,
): string => JSON.stringify(boundary === undefined ? body : boundary.envelope(body, logged !== undefined))

/** What an answer that is written at once says: the headers of its kind, and its body. */
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

/** Whether only the head of the answer is wanted. */
const isHead = ({ request }: Exchange): boolean => request.method === 'HEAD'

/** The exchange is open until the last byte is out, so that a host that drains waits for it. */
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
  needs.log.error({ requestId, route, err: sent.cause }, 'a file broke off')
}

export const createAnswerWriter = (needs: Needs): AnswerWriter => {
  const { accessLog, isHttps, isDraining, watch, cut, largeAnswers, outage, end } = needs

  /** `fields`: those of the answer's kind; its own, and those that every answer may have, come after them. */
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
    // What the system took at once is on its way; the rest is ours to keep for as long as the client takes.
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
