/** The longest pauses that are drawn, by how many tries there were: half a second, doubled up to eight. */
const FIRST_MS = 500
const LONGEST_MS = 8_000

/** What a pause leaves of a call's time, so that the call ends with a try and not with a pause. */
const LAST_TRY_MS = 1_000

const SECOND_MS = 1_000

/** Ends a pause or a try early. */
export interface Stop {
  readonly isStopped: boolean
  /** Calls once, at most; the returned function takes it back. */
  onStop(told: () => void): () => void
}

/** A caller's signal as a stop; without one nothing ends early. */
export const stopOf = (signal: AbortSignal | undefined): Stop => ({
  get isStopped() {
    return signal?.aborted ?? false
  },
  onStop: (told) => {
    signal?.addEventListener('abort', told, { once: true })
    return () => signal?.removeEventListener('abort', told)
  },
})

/** Resolves after that long, or at once when it is stopped; leaves neither a timer nor a listener behind. */
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
 * The pause that `Retry-After` asks for, in milliseconds; 0 without one. It is seconds or a date (RFC 9110 10.2.3). A date is read against
 * the answer's own `Date`, so that a machine whose clock is wrong waits as long as every other; without one against `nowMs`.
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
 * The pause after a number of tries, in milliseconds: with jitter up to the longest pause, but never less than the service asks
 * for, and early enough for a last try. Undefined if the service asks for more than the time that is left.
 */
export const pauseMs = (tries: number, floorMs: number, leftMs: number): number | undefined => {
  const drawnMs = Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (tries - 1))
  const latestMs = leftMs - LAST_TRY_MS
  const ms = Math.max(floorMs, latestMs > 0 ? Math.min(drawnMs, latestMs) : drawnMs)
  return ms < leftMs ? ms : undefined
}
