import { randomInt } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Answer } from '../answers/answer.js'
import type { Exchange } from '../exchange/exchange.js'

/** Whether storage fails the requests of this process, for how long, and when clients may try again. */
export interface StorageOutage {
  /**
   * Records what a response shows: that storage failed, that it served a caller, or only that requests make
   * progress.
   */
  note(exchange: Pick<Exchange, 'caller' | 'beganAtMs'>, answer: Pick<Answer, 'status' | 'isOutage'>): void
  /** Checks how many completely received requests are in progress; to be called every `LOOK_MS`. */
  look(inProgress: number): void
  /**
   * Whether storage fails now. It does if it has failed requests and served none for a second, or if many are
   * in progress and none has made progress for two seconds.
   */
  isKnown(): boolean
  /**
   * Whole seconds until a client may try again: up to 2, or up to the length of the outage if that is more,
   * but never over 30. Jitter spreads clients out.
   */
  retryAfterSeconds(): number
}

/**
 * How often requests in progress are checked. A process that was paused checks once, no matter how long it
 * was paused.
 */
export const LOOK_MS = 500

const FAILING_MS = SECOND_MS
/** Longer than the longest Retry-After: after this time without a failure the outage has ended. */
const FORGOTTEN_AFTER_MS = MINUTE_MS
/** Storage doesn't respond if none of this many requests made progress between this many checks. */
const LOOKS_WITHOUT_PROGRESS = 4
const MANY_REQUESTS = 50
const SHORTEST_SECONDS = 2
const LONGEST_SECONDS = 30

/**
 * An outage that starts with the first response that shows one. `nowMs` is on the clock of
 * `performance.now()`.
 */
export const createStorageOutage = (
  nowMs = (): number => performance.now(),
  draw: (least: number, most: number) => number = (least, most) => randomInt(least, most + 1),
): StorageOutage => {
  let failingSinceMs: number | undefined
  let failedAtMs = 0
  let servedAtMs = Number.NEGATIVE_INFINITY
  let looksWithoutProgress = 0

  const isOver = (): boolean => nowMs() - failedAtMs > FORGOTTEN_AFTER_MS

  return {
    note: ({ caller, beganAtMs }, { status, isOutage }) => {
      if (isOutage === true) {
        if (failingSinceMs === undefined || isOver()) failingSinceMs = nowMs()
        failedAtMs = nowMs()
        return
      }
      if (status < 500) looksWithoutProgress = 0
      if (isOutage === false || (caller !== undefined && status < 300)) {
        failingSinceMs = undefined
        servedAtMs = beganAtMs
      }
    },
    look: (inProgress) => {
      looksWithoutProgress = inProgress < MANY_REQUESTS ? 0 : looksWithoutProgress + 1
    },
    isKnown: () =>
      looksWithoutProgress > LOOKS_WITHOUT_PROGRESS ||
      (failingSinceMs !== undefined && !isOver() && nowMs() - servedAtMs >= FAILING_MS),
    retryAfterSeconds: () => {
      const lengthMs = failingSinceMs === undefined || isOver() ? 0 : nowMs() - failingSinceMs
      const most = Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, Math.floor(lengthMs / SECOND_MS)))
      return draw(Math.ceil(most / 2), most)
    },
  }
}
