/**
 * Parked messages that were recently released for accounts that work again and, as far as is known, aren't
 * sent yet.
 */
export interface ReleaseProgress {
  readonly outstanding: number
  /** The number of completed calls at the accounts that this process had seen. */
  readonly answered: number
}

/** The number of messages to release now, with the new pace. */
export interface ReleaseTurn {
  readonly limit: number
  readonly pace: ReleaseProgress
}

/** Released before the accounts have taken much. It is few, since an account may fail again at once. */
const FEWEST = 100

/** Calls of this many turns may be in progress: the relay and the queue need some time. */
const TURNS_AHEAD = 10

/** Other processes send a part of the released messages, so the outstanding count fades within seconds. */
const KEPT = 0.8

/** The longest transaction: it holds its rows for some tens of milliseconds. */
const MOST = 2_000

/**
 * How many messages to release in this turn for accounts that work, by the calls that succeeded since the last turn. The
 * backlog drains at the rate of the accounts, and few messages come back if the accounts fail again.
 */
export const nextRelease = (before: ReleaseProgress | undefined, answered: number): ReleaseTurn => {
  const since = answered - (before?.answered ?? answered)
  const outstanding = Math.max(0, (before?.outstanding ?? 0) * KEPT - since)
  const room = FEWEST + TURNS_AHEAD * since - outstanding
  const limit = Math.min(MOST, Math.max(0, Math.floor(room)))
  return { limit, pace: { outstanding: outstanding + limit, answered } }
}
