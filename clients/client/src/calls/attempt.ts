import type { FetchLike } from '../fetch-like.js'
import { type Answer, answerIn } from './answer.js'
import type { Stop } from './pauses.js'

/** One attempt of a call; every attempt sends the same bytes. */
export interface Attempt {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  /** A property that every success of the call has, and no error. */
  readonly expects: string
}

/**
 * Sends one request with this timeout. A missing or truncated response counts as no response. Leaves no timer
 * and no listener.
 */
export const tryOnce = async (
  fetch: FetchLike,
  attempt: Attempt,
  ms: number,
  stop: Stop,
): Promise<Answer> => {
  const { method, url, headers, body } = attempt
  const controller = new AbortController()
  let end = (): void => undefined
  // A custom `fetch` may ignore the signal.
  const ended = new Promise<Answer>((resolve) => {
    end = () => {
      controller.abort()
      resolve({ kind: 'none', cause: new Error(`Nothing within ${Math.round(ms)} ms.`) })
    }
  })
  const timer = setTimeout(end, ms)
  const takeBack = stop.onStop(end)
  const ask = async (): Promise<Answer> => {
    try {
      const sent = body === undefined ? {} : { body }
      const response = await fetch(url, {
        method,
        headers,
        ...sent,
        signal: controller.signal,
        redirect: 'manual',
      })
      return answerIn(response, await response.text(), attempt.expects)
    } catch (cause) {
      return { kind: 'none', cause }
    }
  }
  try {
    return await Promise.race([ask(), ended])
  } finally {
    clearTimeout(timer)
    takeBack()
  }
}
