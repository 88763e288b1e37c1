/**
 * The upper limit of the random pause: half a second after the first attempt, doubled each time up to eight.
 */
const FIRST_MS = 500
const LONGEST_MS = 8_000

/** The time that a pause leaves for a last attempt. */
const LAST_TRY_MS = 1_000

const SECOND_MS = 1_000

/** Ends a pause or an attempt early. */
export interface Stop {
  readonly isStopped: boolean
  /** Calls the listener at most once. The returned function removes it. */
  onStop(told: () => void): () => void
}

/** Makes a stop from a caller's signal. Without a signal, nothing ends early. */
export const stopOf = (signal: AbortSignal | undefined): Stop => ({
  get isStopped() {
    return signal?.aborted ?? false
  },
  onStop: (told) => {
    signal?.addEventListener('abort', told, { once: true })
    return () => signal?.removeEventListener('abort', told)
  },
})

/** Resolves after this time, or as soon as it is stopped. Leaves no timer and no listener. */
export const pause = (ms: number, stop: Stop): Promise<void> =>
  new Promise((resolve) => {
    if (stop.isStopped) {
      resolve()
      return
    }
    const end = (): void => {
      clearTimeout(timer)
      takeBack()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const takeBack = stop.onStop(end)
  })

/**
 * The pause of a `Retry-After` header in milliseconds; 0 without one. The header has seconds or a date (RFC
 * 9110 10.2.3). A date is compared with the response's own `Date`, so that a wrong clock doesn't matter;
 * without it, with `nowMs`.
 */
export const retryAfterMs = (header: string | null, date: string | null, nowMs: number): number => {
  if (header === null || header.trim() === '') return 0
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * SECOND_MS)
  const atMs = Date.parse(header)
  const sentMs = Date.parse(date ?? '')
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - (Number.isNaN(sentMs) ? nowMs : sentMs))
}

/**
 * The pause after a number of attempts, in milliseconds. It is random up to the limit, at least as long as
 * the service asks for, and early enough for a last attempt. Undefined if the service asks for more than the
 * remaining time.
 */
export const pauseMs = (tries: number, floorMs: number, leftMs: number): number | undefined => {
  const drawnMs = Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (tries - 1))
  const latestMs = leftMs - LAST_TRY_MS
  const ms = Math.max(floorMs, latestMs > 0 ? Math.min(drawnMs, latestMs) : drawnMs)
  return ms < leftMs ? ms : undefined
}
