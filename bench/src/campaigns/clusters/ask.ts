import { Agent, type IncomingMessage, request } from 'node:http'

/** The fields of a response that these clients read. */
interface AnswerBody {
  readonly messageId?: string
  readonly messages?: ReadonlyArray<{ readonly messageId: string }>
  readonly error?: { readonly code?: string; readonly retryable?: boolean }
}

/** The result of a request. */
export interface Answer {
  /** 0 without a response. */
  readonly status: number
  readonly body: AnswerBody
  readonly isRetryable: boolean
  /** The time to wait according to the response; 0 without one. */
  readonly retryAfterMs: number
}

interface Question {
  readonly path: string
  /** The idempotency key of the request with a body. */
  readonly key?: string
  readonly body?: object
}

/** The connections of all clients. */
export interface Line {
  /** Sends one request to the HTTP process on a port. */
  ask(port: number, bearer: string, question: Question): Promise<Answer>
  close(): void
}

const ANSWERED_WITHIN_MS = 10_000
const NO_ANSWER: Answer = { status: 0, body: {}, isRetryable: true, retryAfterMs: 0 }

const parse = (text: string): AnswerBody => {
  try {
    return JSON.parse(text) as AnswerBody
  } catch {
    return {}
  }
}

const answerOf = ({ statusCode = 0, headers }: IncomingMessage, text: string): Answer => {
  const body = parse(text)
  return {
    status: statusCode,
    body,
    isRetryable: body.error?.retryable ?? (statusCode >= 500 || statusCode === 429),
    retryAfterMs: Number(headers['retry-after'] ?? 0) * 1_000,
  }
}

const headersOf = (bearer: string, { key, body }: Question) => ({
  authorization: `Bearer ${bearer}`,
  ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
})

/** Opens connections as needed, and keeps them. */
export const openLine = (): Line => {
  const agent = new Agent({ keepAlive: true })
  return {
    ask: (port, bearer, question) =>
      new Promise((resolve) => {
        const method = question.body === undefined ? 'GET' : 'POST'
        const options = { agent, host: '127.0.0.1', port, path: question.path, method }
        const asked = request({ ...options, headers: headersOf(bearer, question) }, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (more: string) => (text += more))
          answer.on('end', () => resolve(answerOf(answer, text)))
          answer.on('close', () => resolve(NO_ANSWER))
        })
        asked.setTimeout(ANSWERED_WITHIN_MS, () => asked.destroy())
        asked.on('error', () => resolve(NO_ANSWER))
        asked.end(question.body === undefined ? undefined : JSON.stringify(question.body))
      }),
    close: () => agent.destroy(),
  }
}
