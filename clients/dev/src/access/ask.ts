import type { AnsweredFacts } from '../errors/exit-code.js'
import { VERSION } from '../version.js'

/** A request to the service. */
export interface Question {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly bearer?: string
  readonly body?: object
  readonly signal: AbortSignal
}

/** Any response of the service. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  /** Undefined if the response is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** An error response, or no response. */
export class ServiceFault extends Error implements AnsweredFacts {
  readonly code: string
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryable: boolean
  readonly fieldErrors: AnsweredFacts['fieldErrors']
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number
  constructor(
    message: string,
    facts: Omit<Partial<AnsweredFacts>, 'message'> & { code: string; cause?: unknown; retryAfterMs?: number },
  ) {
    super(message, { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryable = facts.retryable ?? false
    this.fieldErrors = facts.fieldErrors ?? []
    this.retryAfterMs = facts.retryAfterMs ?? 0
  }
}

const LONGEST_MS = 30_000

const objectIn = (text: string): ServiceAnswer['body'] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ServiceAnswer['body'])
      : undefined
  } catch {
    return undefined
  }
}

const headersOf = ({ bearer, body }: Question): Record<string, string> => ({
  Accept: 'application/json',
  'User-Agent': `postrider-dev/${VERSION}`,
  ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
})

/** The reason in the cause of a `fetch` error: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
export const networkCode = (error: unknown): string | undefined => {
  const { cause, code } = error as { readonly cause?: unknown; readonly code?: unknown }
  if (typeof code === 'string') return code
  return cause === undefined || cause === null ? undefined : networkCode(cause)
}

/** Sends one request without following redirects. Throws a {@link ServiceFault} if there is no response. */
export const askOnce = async (baseUrl: string, question: Question): Promise<ServiceAnswer> => {
  const { method, path, body, signal } = question
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: headersOf(question),
      ...sent,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    })
    return { status: response.status, headers: response.headers, body: objectIn(await response.text()) }
  } catch (cause) {
    if (signal.aborted)
      throw new ServiceFault('Interrupted before the response arrived.', { code: 'aborted', cause })
    const why = networkCode(cause)
    const message = `No response from ${baseUrl}${why === undefined ? '' : ` (${why})`}.`
    throw new ServiceFault(message, { code: 'no_answer', retryable: true, cause })
  }
}

const SECOND_MS = 1_000

/** The seconds of `Retry-After` as milliseconds; 0 without the header. */
const retryAfterMs = (headers: Headers): number => {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? seconds * SECOND_MS : 0
}

const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The body of a success. Throws the error of the service, or that the response isn't the service's. */
export const successOf = ({ status, body, headers }: ServiceAnswer): Readonly<Record<string, unknown>> => {
  const requestId = headers.get('x-request-id') ?? undefined
  if (status >= 200 && status < 300 && (body !== undefined || status === 204)) return body ?? {}
  if (status >= 400 && typeof body?.['code'] === 'string' && typeof body['retryable'] === 'boolean') {
    const { code, message, retryable, fieldErrors } = body as unknown as AnsweredFacts
    throw new ServiceFault(message, {
      code,
      status,
      requestId,
      retryable,
      fieldErrors: fieldErrors ?? [],
      retryAfterMs: retryAfterMs(headers),
    })
  }
  const message = `The response (status ${status}) isn’t from Postrider.`
  throw new ServiceFault(message, {
    code: 'unexpected_answer',
    status,
    requestId,
    retryable: PASSING.has(status),
    retryAfterMs: retryAfterMs(headers),
  })
}
