import type { Answer } from './answer.js'
import { unconnectedCode } from './connection.js'
import { pauseMs, retryAfterMs } from './pauses.js'

/** An attempt without success. */
export type Failed = Exclude<Answer, { readonly kind: 'success' }>

/** Statuses of a proxy that leave open whether the service got the request: 408 and every 5xx (RFC 9110 15.5.9, 15.6). */
const isLostAtProxy = (status: number): boolean => status === 408 || status >= 500

/**
 * Whether the same request may be sent again. An error body of the service decides; without one, the status
 * does.
 */
export const isPassing = (failed: Failed): boolean => {
  if (failed.kind === 'none') return true
  if (failed.kind === 'error') return failed.body.retryable
  return failed.status === 429 || isLostAtProxy(failed.status)
}

/** Whether the service may have executed the request although its response is missing. */
export const isLost = (answer: Answer): boolean =>
  answer.kind === 'none'
    ? unconnectedCode(answer.cause) === undefined
    : answer.kind === 'foreign' && isLostAtProxy(answer.status)

const floorOf = (failed: Failed): number =>
  failed.kind === 'none'
    ? 0
    : retryAfterMs(failed.headers.get('retry-after'), failed.headers.get('date'), Date.now())

/** The pause before the next attempt, in milliseconds; undefined if there is none. */
export const nextPauseMs = (
  failed: Failed,
  tries: number,
  leftMs: number,
  maxRetries: number,
): number | undefined =>
  isPassing(failed) && tries <= maxRetries ? pauseMs(tries, floorOf(failed), leftMs) : undefined
