import type { FieldError } from '../contract/shapes.js'
import type { FetchedResponse } from '../fetch-like.js'

/** The body of the service's errors. */
export interface ErrorAnswer {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly retryable: boolean
  readonly fieldErrors?: readonly FieldError[]
}

/** The result of an attempt. */
export type Answer =
  | { readonly kind: 'success'; readonly status: number; readonly headers: Headers; readonly body: object }
  | { readonly kind: 'error'; readonly status: number; readonly headers: Headers; readonly body: ErrorAnswer }
  | { readonly kind: 'foreign'; readonly status: number; readonly headers: Headers }
  | { readonly kind: 'none'; readonly cause: unknown }

type Headers = FetchedResponse['headers']

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isError = (body: object): body is ErrorAnswer =>
  'code' in body && 'retryable' in body && typeof body.retryable === 'boolean'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isJson = (headers: Headers): boolean => /\bjson\b/i.test(headers.get('content-type') ?? '')

/**
 * Classifies a response. A success has the expected property. A response that claims to be JSON but can't be
 * parsed was truncated.
 */
export const answerIn = ({ status, headers }: FetchedResponse, text: string, expects: string): Answer => {
  const body = parse(text)
  if (body === undefined && isJson(headers))
    return { kind: 'none', cause: new Error('The answer was cut off.') }
  if (!isObject(body)) return { kind: 'foreign', status, headers }
  if (body[expects] !== undefined) return { kind: 'success', status, headers, body }
  if (status >= 400 && isError(body)) return { kind: 'error', status, headers, body }
  return { kind: 'foreign', status, headers }
}
