import type { FetchLike } from '../fetch-like.js'
import { type Answer, answerIn } from './answer.js'
import type { Stop } from './pauses.js'

/** One try, its bytes the same each time. */
export interface Attempt {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  /** A property that every answer to the call has, and no error. */
  readonly expects: string
}

/** Asks once, for so long; what is not there by then, or is cut off, is no answer. Leaves neither a timer nor a listener behind. */
export const tryOnce = async (
  fetch: FetchLike,
  attempt: Attempt,
  ms: number,
  stop: Stop,
): Promise<Answer> => {
  const { method, url, headers, body } = attempt
  const controller = new AbortController()
  let end = (): void => undefined
  // A `fetch` of somebody's own may not listen to the signal.
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
