import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import type { DisabledBecause, EndpointHealth } from './webhook-endpoint.js'

/** How an attempt to deliver an event ended. `gone`: the endpoint responded with 410. */
export type AttemptResult =
  | { readonly _tag: 'Delivered' }
  | { readonly _tag: 'Gone' }
  | { readonly _tag: 'Failed'; readonly retryAfterMs: number | undefined }

/** After this many failures in a row, no event is tried for some time. */
const FAILURES_AT_PAUSE = 5
const FIRST_PAUSE_MS = 30 * SECOND_MS
const LONGEST_PAUSE_MS = 15 * MINUTE_MS

const WARNED_AFTER_MS = 4 * DAY_MS
const DISABLED_AFTER_MS = 5 * DAY_MS

/** An endpoint's health after an attempt, and what follows from it. */
export interface HealthAfter {
  readonly health: EndpointHealth
  /** Undefined: it stays enabled. */
  readonly disabledBecause: DisabledBecause | undefined
  /** Whether the owners have to be warned now that it will be disabled in a day. */
  readonly warns: boolean
}

/** The pause after failures in a row: half a minute after the fifth, doubled each time up to a quarter of an hour. */
const pauseAfter = (failures: number): number =>
  failures < FAILURES_AT_PAUSE
    ? 0
    : Math.min(FIRST_PAUSE_MS * 2 ** (failures - FAILURES_AT_PAUSE), LONGEST_PAUSE_MS)

/**
 * An endpoint's health after an attempt. A success ends everything. Failures in a row pause the endpoint, so that
 * a dead one costs one attempt per pause; its events stay in the stream meanwhile. A single event that fails
 * doesn't pause it, because other events succeed in between. Attempts at the same time fail together, so those that
 * end during a pause don't count. It is disabled after five
 * days without a success, or as soon as it responds with 410; a day before, its owners are warned.
 */
export const healthAfter = (before: EndpointHealth, result: AttemptResult, nowMs: EpochMs): HealthAfter => {
  if (result._tag === 'Delivered')
    return {
      health: { failures: 0, failingSinceMs: undefined, pausedUntilMs: 0, isWarned: false },
      disabledBecause: undefined,
      warns: false,
    }
  // The attempt started before the pause, together with those that caused it.
  const isOfPause = nowMs < before.pausedUntilMs
  const failures = isOfPause ? before.failures : before.failures + 1
  const failingSinceMs = before.failingSinceMs ?? nowMs
  const retryAfterMs = result._tag === 'Failed' ? (result.retryAfterMs ?? 0) : 0
  const pauseMs = Math.max(isOfPause ? 0 : pauseAfter(failures), Math.min(retryAfterMs, LONGEST_PAUSE_MS))
  const pausedUntilMs = pauseMs === 0 ? 0 : nowMs + pauseMs
  const failingMs = nowMs - failingSinceMs
  const warns = !before.isWarned && failingMs >= WARNED_AFTER_MS && failingMs < DISABLED_AFTER_MS
  const health = {
    failures,
    failingSinceMs,
    pausedUntilMs: isOfPause ? Math.max(before.pausedUntilMs, pausedUntilMs) : pausedUntilMs,
    isWarned: before.isWarned || warns,
  }
  if (result._tag === 'Gone') return { health, disabledBecause: 'gone', warns: false }
  return { health, disabledBecause: failingMs >= DISABLED_AFTER_MS ? 'failing' : undefined, warns }
}
