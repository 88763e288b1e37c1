import type { HostLog } from '@postrider/wiring/host-log'
import type { Answer, FileAnswer, JsonAnswer, PublicAnswer } from '../answers/answer.js'
import { rateHeaders } from '../answers/rate-headers.js'
import {
  emptyHeaders,
  fileHeaders,
  jsonHeaders,
  pageHeaders,
  textHeaders,
} from '../answers/response-headers.js'
import { sendFile } from '../answers/send-file.js'
import { hasBody } from '../receiving/media-type.js'
import { throwAway } from '../receiving/read-body.js'
import type { AccessLog } from './access-log.js'
import type { Exchange } from '../exchange/exchange.js'
import { type LargeAnswers, planPublicAnswer } from './public-answers.js'

interface Needs {
  readonly log: HostLog
  readonly accessLog: AccessLog
  /** Whether connections end with their present answer. */
  readonly isDraining: () => boolean
  /** Sees to it that an answer that does not leave at once leaves in time, or not at all. */
  readonly watch: (exchange: Exchange) => void
  /** Ends the connection of a body that comes in far too many pieces. */
  readonly cut: (exchange: Exchange) => void
  /** Bounds how much of large public answers is on its way. */
  readonly largeAnswers: LargeAnswers
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

/** The exchange is open until the last byte is out, so that a host that drains waits for it. */
const finishFile = async (needs: Needs, exchange: Exchange, { status, file }: FileAnswer): Promise<void> => {
  needs.watch(exchange)
  const sent = await sendFile(exchange.response, file)
  if (sent._tag === 'Gone') return needs.abandon(exchange)
  needs.end(exchange)
  if (sent._tag === 'Whole') return needs.accessLog.answered(exchange, status)
  const { requestId, route } = exchange
  needs.log.error({ requestId, route, err: sent.cause }, 'a file broke off')
}

export const createAnswerWriter = (needs: Needs): AnswerWriter => {
  const { accessLog, isDraining, watch, cut, largeAnswers, end } = needs

  const writeHead = (exchange: Exchange, status: number, fields: string[]): void => {
    if (isDraining()) fields.push('Connection', 'close')
    exchange.response.writeHead(status, fields)
  }

  const write = (exchange: Exchange, status: number, fields: string[], body?: string | Buffer): void => {
    writeHead(exchange, status, fields)
    exchange.response.end(body)
    // What the system took at once is on its way; the rest is ours to keep for as long as the client takes.
    if (exchange.request.socket.writableLength > 0) watch(exchange)
    end(exchange)
  }

  const answerFile = (exchange: Exchange, answer: FileAnswer, more: readonly string[]): void => {
    const fields = fileHeaders(answer.contentType, answer.file.sizeBytes, exchange.requestId)
    writeHead(exchange, answer.status, [...fields, ...more])
    void finishFile(needs, exchange, answer)
  }

  const answerPublic = (exchange: Exchange, { publicFile }: PublicAnswer): void => {
    const { request, response, requestId } = exchange
    const { status, fields, bytes } = planPublicAnswer(publicFile, request.headers, requestId)
    if (!largeAnswers.mayLeave(response, bytes)) return answer(exchange, largeAnswers.full(requestId))
    write(exchange, status, fields, bytes)
    accessLog.answered(exchange, status)
  }

  const answer = (exchange: Exchange, given: Answer): void => {
    if (exchange.stage === 'ended') {
      if ('file' in given) void given.file.close()
      return
    }
    if (!exchange.request.complete && hasBody(exchange.headers)) throwAway(exchange, cut)
    if ('publicFile' in given) return answerPublic(exchange, given)
    const { status, headers = [] } = given
    const { requestId, rateStatus } = exchange
    const more = rateStatus === undefined ? headers : [...headers, ...rateHeaders(rateStatus)]
    if ('file' in given) return answerFile(exchange, given, more)
    if ('body' in given) {
      const text = writtenOut(exchange, given)
      write(exchange, status, [...jsonHeaders(Buffer.byteLength(text), requestId), ...more], text)
    } else if ('text' in given) {
      const fields = textHeaders(Buffer.byteLength(given.text), requestId)
      write(exchange, status, [...fields, ...more], given.text)
    } else if ('html' in given) {
      const fields = pageHeaders(Buffer.byteLength(given.html), requestId, given)
      write(exchange, status, [...fields, ...more], given.html)
    } else write(exchange, status, [...emptyHeaders(requestId, status), ...more])
    accessLog.answered(exchange, status, given)
  }

  return { answer }
}
