import { checkedMs, type Settings } from '../settings.js'
import { VERSION } from '../version.js'
import type { Answer } from './answer.js'
import { type Attempt, tryOnce } from './attempt.js'
import { aborted, type Course, errorOf, isFinal } from './ending.js'
import { type Answered, answered } from './last-response.js'
import { pause, type Stop, stopOf } from './pauses.js'
import { isLost, nextPauseMs } from './retry.js'

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined
  /** The total timeout of this call; default: the client's. */
  readonly timeoutMs?: number | undefined
}

/** One logical call, which may take several attempts. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Serialized once. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Present if the call changes something: created before the first attempt and the same in each. */
  readonly idempotencyKey?: string
  /** A property that every success of the call has, and no error. */
  readonly expects: string
  /** The timeout of an attempt in milliseconds. Default: 10,000, so that there is time for another one. */
  readonly attemptMs?: number
}

/** The timeout of an attempt, so that there is time for another one. */
const LONGEST_TRY_MS = 10_000

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
  const { idempotencyKey } = call
  let isUnknown = false
  for (let attempts = 1; ; attempts += 1) {
    const leftMs = deadlineMs - performance.now()
    const attemptMs = Math.min(call.attemptMs ?? LONGEST_TRY_MS, leftMs)
    const answer = await tryOnce(settings.fetch, attempt, attemptMs, stop)
    isUnknown ||= isLost(answer)
    const tried = { answer, course: { idempotencyKey, attempts, isUnknown } }
    if (answer.kind === 'success' || stop.isStopped) return tried
    const ms = nextPauseMs(answer, attempts, deadlineMs - performance.now(), settings.maxRetries)
    if (ms === undefined) return tried
    await pause(ms, stop)
    if (stop.isStopped || deadlineMs <= performance.now()) return tried
  }
}

/**
 * Makes one call and repeats it until a response shows the result or the call times out. Throws the matching
 * kind of `PostriderError`.
 */
export const makeCall = async <T extends object>(
  settings: Settings,
  call: Call,
  { signal, timeoutMs }: CallOptions = {},
): Promise<Answered<T>> => {
  const deadlineMs = performance.now() + checkedMs('timeoutMs', timeoutMs, settings.timeoutMs)
  const { idempotencyKey } = call
  const stop = stopOf(signal)
  if (stop.isStopped) throw aborted({ idempotencyKey, attempts: 0, isUnknown: false }, signal)
  const { answer, course } = await tryUntilAnswered(settings, call, deadlineMs, stop)
  if (answer.kind === 'success')
    return answered(answer.body as T, answer.headers, { idempotencyKey, attempts: course.attempts })
  if (stop.isStopped && !isFinal(answer)) throw aborted(course, signal)
  throw errorOf(course, answer, settings.baseUrl)
}
