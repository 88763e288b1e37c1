import { classOf } from '../errors/answered-errors.js'
import type { PostriderError } from '../errors/postrider-error.js'
import {
  AbortedError,
  NoAnswerError,
  OutcomeUnknownError,
  UnexpectedAnswerError,
} from '../errors/unanswered-errors.js'
import { checkedMs, type Settings } from '../settings.js'
import { VERSION } from '../version.js'
import type { Answer } from './answer.js'
import { type Attempt, tryOnce } from './attempt.js'
import { type Answered, answered } from './last-response.js'
import { pause, pauseMs, retryAfterMs, type Stop, stopOf } from './pauses.js'

/** What every call may be given. */
export interface CallOptions {
  /** Ends the call at once. */
  readonly signal?: AbortSignal | undefined
  /** How long this call may take in all; else as the client's. */
  readonly timeoutMs?: number | undefined
}

/** One logical call: however often it is tried, it is one. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Written once. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** There where the call does something: made before the first try, and the same each time. */
  readonly idempotencyKey?: string
  /** A property that every answer to it has, and no error. */
  readonly expects: string
}

/** A try that gets no answer leaves time for another. */
const LONGEST_TRY_MS = 10_000

/** Under these a proxy says that it may be asked again, where the service itself said nothing. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Under these the request may have got through before a proxy gave up. */
const LOST: ReadonlySet<number> = new Set([502, 504])

const MAY_HAVE_GONE =
  'It may have gone through: find it by its idempotencyKey, or send the same again under that; nothing is sent twice.'

const USER_AGENT = `postrider-client/${VERSION}`

const addressOf = (baseUrl: string, { path, query = {} }: Call): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl}${path}${parameters === '' ? '' : `?${parameters}`}`
}

const attemptOf = ({ credential, baseUrl }: Settings, call: Call): Attempt => ({
  method: call.method,
  url: addressOf(baseUrl, call),
  headers: {
    Accept: 'application/json',
    Authorization: `Bearer ${credential}`,
    'User-Agent': USER_AGENT,
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }),
    ...call.headers,
  },
  body: call.body,
  expects: call.expects,
})

/** Whether the same may be asked again. Where an error body has spoken the status decides nothing. */
const isPassing = (answer: Exclude<Answer, { kind: 'success' }>): boolean => {
  if (answer.kind === 'none') return true
  return answer.kind === 'error' ? answer.body.retryable : PASSING.has(answer.status)
}

/** Whether the request may have been carried out although nobody said so. */
const isLost = (answer: Answer): boolean =>
  answer.kind === 'none' || (answer.kind === 'foreign' && LOST.has(answer.status))

type Failed = Exclude<Answer, { kind: 'success' }>

/** What is known of a call that is over. */
interface Course {
  readonly call: Call
  readonly attempts: number
  /** Whether one of the tries may have been carried out, and no later answer said that it was not. */
  readonly isUnknown: boolean
}

const unanswered = ({ call, attempts }: Course, cause: unknown): PostriderError => {
  const { idempotencyKey } = call
  const facts = { attempts, idempotencyKey, retryable: true, cause }
  if (idempotencyKey === undefined)
    return new NoAnswerError('No answer came in time.', { code: 'no_answer', ...facts })
  return new OutcomeUnknownError(`No answer came in time. ${MAY_HAVE_GONE}`, {
    code: 'outcome_unknown',
    ...facts,
  })
}

const foreign = (course: Course, { status, headers }: Failed & { kind: 'foreign' }): PostriderError => {
  const { call, attempts } = course
  const message = `What came (status ${status}) is no answer of the service: does baseUrl lead to it?`
  return new UnexpectedAnswerError(message, {
    code: 'unexpected_answer',
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryable: PASSING.has(status),
    idempotencyKey: call.idempotencyKey,
    attempts,
  })
}

const errorOf = (course: Course, failed: Failed): PostriderError => {
  const { call, attempts, isUnknown } = course
  if (failed.kind === 'none') return unanswered(course, failed.cause)
  const isFinal = failed.kind === 'error' && !failed.body.retryable
  const error =
    failed.kind === 'foreign'
      ? foreign(course, failed)
      : new (classOf(failed.status))(failed.body.message, {
          ...failed.body,
          status: failed.status,
          idempotencyKey: call.idempotencyKey,
          attempts,
        })
  return isUnknown && !isFinal && call.idempotencyKey !== undefined ? unanswered(course, error) : error
}

const aborted = ({ call, attempts, isUnknown }: Course, signal: AbortSignal | undefined): PostriderError => {
  const { idempotencyKey } = call
  const isOpen = isUnknown && idempotencyKey !== undefined
  const message = isOpen ? `The signal ended the call. ${MAY_HAVE_GONE}` : 'The signal ended the call.'
  const cause: unknown = signal?.reason
  return new AbortedError(message, { code: 'aborted', attempts, idempotencyKey, retryable: true, cause })
}

const floorOf = (failed: Failed): number =>
  failed.kind === 'none' ? 0 : retryAfterMs(failed.headers.get('retry-after'), Date.now())

/** How long to wait before the next try; undefined where there is none any more. */
const nextPauseMs = (
  failed: Failed,
  tries: number,
  leftMs: number,
  maxRetries: number,
): number | undefined => {
  if (!isPassing(failed) || tries > maxRetries) return undefined
  const ms = pauseMs(tries, floorOf(failed))
  return ms < leftMs ? ms : undefined
}

interface Tried {
  readonly answer: Answer
  readonly course: Course
}

const tryUntilAnswered = async (
  settings: Settings,
  call: Call,
  deadlineMs: number,
  stop: Stop,
): Promise<Tried> => {
  const attempt = attemptOf(settings, call)
  let isUnknown = false
  for (let attempts = 1; ; attempts += 1) {
    const leftMs = deadlineMs - performance.now()
    const answer = await tryOnce(settings.fetch, attempt, Math.min(LONGEST_TRY_MS, leftMs), stop)
    isUnknown ||= isLost(answer)
    const tried = { answer, course: { call, attempts, isUnknown } }
    if (answer.kind === 'success' || stop.isStopped) return tried
    const ms = nextPauseMs(answer, attempts, deadlineMs - performance.now(), settings.maxRetries)
    if (ms === undefined) return tried
    await pause(ms, stop)
    if (stop.isStopped || deadlineMs <= performance.now()) return tried
  }
}

/**
 * Makes one call: tries until an answer says how it went, or its time is over. Throws a `PostriderError` of the kind that says
 * which.
 */
export const makeCall = async <T extends object>(
  settings: Settings,
  call: Call,
  { signal, timeoutMs }: CallOptions = {},
): Promise<Answered<T>> => {
  const deadlineMs = performance.now() + checkedMs('timeoutMs', timeoutMs, settings.timeoutMs)
  const stop = stopOf(signal)
  if (stop.isStopped) throw aborted({ call, attempts: 0, isUnknown: false }, signal)
  const { answer, course } = await tryUntilAnswered(settings, call, deadlineMs, stop)
  if (answer.kind === 'success') {
    const known = { idempotencyKey: call.idempotencyKey, attempts: course.attempts }
    return answered(answer.body as T, answer.headers, known)
  }
  const isFinal = answer.kind === 'error' && !answer.body.retryable
  if (stop.isStopped && !isFinal) throw aborted(course, signal)
  throw errorOf(course, answer)
}
