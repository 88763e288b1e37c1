import type { FieldError } from '../contract/shapes.js'
import { classOf } from '../errors/answered-errors.js'
import type { PostriderError } from '../errors/postrider-error.js'
import {
  AbortedError,
  NoAnswerError,
  OutcomeUnknownError,
  UnexpectedAnswerError,
} from '../errors/unanswered-errors.js'
import type { ErrorAnswer } from './answer.js'
import { unconnectedCode } from './connection.js'
import { helpLinkIn } from './help-link.js'
import { type Failed, isPassing } from './retry.js'

/** The facts of a call that has ended. */
export interface Course {
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  /** Whether an attempt may have been executed, and no later response showed that it wasn't. */
  readonly isUnknown: boolean
}

const MAY_HAVE_GONE =
  'It may have gone through: find it by its idempotencyKey, or send the same again under that; nothing is sent twice.'

const unanswered = ({ idempotencyKey, attempts, isUnknown }: Course, cause: unknown): PostriderError => {
  const facts = { code: 'no_answer', attempts, idempotencyKey, retryable: true, cause }
  const code = unconnectedCode(cause)
  if (!isUnknown && code !== undefined)
    return new NoAnswerError(`Nothing was sent: no connection to baseUrl (${code}).`, facts)
  if (idempotencyKey === undefined) return new NoAnswerError('No answer came in time.', facts)
  return new OutcomeUnknownError(`No answer came in time. ${MAY_HAVE_GONE}`, {
    ...facts,
    code: 'outcome_unknown',
  })
}

const foreign = (
  { idempotencyKey, attempts }: Course,
  failed: Failed & { readonly kind: 'foreign' },
): PostriderError => {
  const { status, headers } = failed
  const message = `The answer with status ${status} is not from Postrider: does baseUrl lead to it?`
  return new UnexpectedAnswerError(message, {
    code: 'unexpected_answer',
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryable: isPassing(failed),
    idempotencyKey,
    attempts,
  })
}

/** The first invalid field in words, and how many more there are; undefined if there is none. */
export const firstField = ([first, ...others]: readonly FieldError[]): string | undefined =>
  first && `${first.field}: ${first.message}${others.length > 0 ? ` (and ${others.length} more)` : ''}`

/** The service's message with the first invalid field, for programs that log only the message. */
const messageOf = ({ code, message, fieldErrors = [] }: ErrorAnswer): string => {
  if (code === 'route_not_found') return `${message} Is baseUrl the address of the service, without /v1?`
  const field = firstField(fieldErrors)
  return field === undefined ? message : `${message} ${field}`
}

/** Whether the service reported that the same request will fail again. */
export const isFinal = (failed: Failed): boolean => failed.kind === 'error' && !failed.body.retryable

/** The error of a call that failed. */
export const errorOf = (course: Course, failed: Failed, baseUrl: string): PostriderError => {
  const { idempotencyKey, attempts, isUnknown } = course
  if (failed.kind === 'none') return unanswered(course, failed.cause)
  const error =
    failed.kind === 'foreign'
      ? foreign(course, failed)
      : new (classOf(failed.status))(messageOf(failed.body), {
          ...failed.body,
          status: failed.status,
          doc: helpLinkIn(failed.headers, baseUrl),
          idempotencyKey,
          attempts,
        })
  return isUnknown && !isFinal(failed) && idempotencyKey !== undefined ? unanswered(course, error) : error
}

/** The error of an aborted call. */
export const aborted = (
  { idempotencyKey, attempts, isUnknown }: Course,
  signal: AbortSignal | undefined,
): PostriderError => {
  const isOpen = isUnknown && idempotencyKey !== undefined
  const message = isOpen ? `The signal ended the call. ${MAY_HAVE_GONE}` : 'The signal ended the call.'
  const cause: unknown = signal?.reason
  return new AbortedError(message, { code: 'aborted', attempts, idempotencyKey, retryable: true, cause })
}
