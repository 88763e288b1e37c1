import type { HostLog } from '@postrider/wiring/host-log'
import { agentAnswer } from '../answers/agent-answer.js'
import type { Answer, FileAnswer } from '../answers/answer.js'
import { rateHeaders } from '../answers/rate-headers.js'
import { emptyHeaders, fileHeaders, responseHeaders } from '../answers/response-headers.js'
import { sendFile } from '../answers/send-file.js'
import type { AccessLog } from './access-log.js'
import type { Exchange } from './exchange.js'

interface Needs {
  readonly log: HostLog
  readonly accessLog: AccessLog
  /** Whether connections end with their present answer. */
  readonly isDraining: () => boolean
  /** How long a client may take nothing of a file; then it is cut off. */
  readonly downloadStallMs: number
  /** Ends an exchange that was answered. */
  readonly end: (exchange: Exchange) => void
  /** Ends one whose client went away. */
  readonly abandon: (exchange: Exchange) => void
}

/** What the body of an answer is, when it is no text: a file of the page. */
export interface AnswerBytes {
  readonly contentType: string
  readonly bytes: Buffer
}

/** Writes answers on exchanges, each once. */
export interface AnswerWriter {
  answer(exchange: Exchange, answer: Answer): void
  answerBytes(exchange: Exchange, answer: AnswerBytes): void
}

export const createAnswerWriter = (needs: Needs): AnswerWriter => {
  const { log, accessLog, isDraining, end } = needs

  const writeHead = (exchange: Exchange, status: number, fields: string[]): void => {
    if (isDraining()) fields.push('Connection', 'close')
    exchange.response.writeHead(status, fields)
  }

  const write = (exchange: Exchange, status: number, fields: string[], body?: string | Buffer): void => {
    writeHead(exchange, status, fields)
    exchange.response.end(body)
    end(exchange)
  }

  /** The exchange is open until the last byte is out, so that a host that drains waits for it. */
  const finishFile = async (exchange: Exchange, { status, file }: FileAnswer): Promise<void> => {
    const sent = await sendFile(exchange.response, file, needs.downloadStallMs)
    if (sent._tag === 'Gone') return needs.abandon(exchange)
    end(exchange)
    if (sent._tag === 'Whole') return accessLog.answered(exchange, status)
    const { requestId, route } = exchange
    log.error({ requestId, route, err: sent.cause }, 'a file broke off')
  }

  const answer = (exchange: Exchange, plain: Answer): void => {
    const given = exchange.isForAgents ? agentAnswer(plain) : plain
    const { status, headers = [], logged } = given
    if (exchange.stage === 'ended') {
      if ('file' in given) void given.file.close()
      return
    }
    const { requestId, standing } = exchange
    const more = standing === undefined ? headers : [...headers, ...rateHeaders(standing)]
    if ('file' in given) {
      writeHead(exchange, status, [
        ...fileHeaders(given.contentType, given.file.sizeBytes, requestId),
        ...more,
      ])
      void finishFile(exchange, given)
      return
    }
    if ('text' in given) {
      const { contentType, text, contentSecurityPolicy } = given
      const length = Buffer.byteLength(text)
      const fields = responseHeaders(contentType, length, requestId, undefined, contentSecurityPolicy)
      fields.push(...more)
      write(exchange, status, fields, given.text)
    } else write(exchange, status, [...emptyHeaders(requestId), ...more])
    accessLog.answered(exchange, status, logged)
  }

  return {
    answer,
    answerBytes: (exchange, { contentType, bytes }) => {
      const fields = responseHeaders(contentType, bytes.length, exchange.requestId, 'max-age=3600')
      write(exchange, 200, fields, bytes)
      accessLog.answered(exchange, 200)
    },
  }
}
