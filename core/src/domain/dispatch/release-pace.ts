/** How many parked messages were released lately for accounts that work again, and aren't sent yet as far as is known. */
export interface ReleaseProgress {
  readonly outstanding: number
  /** How many calls of the accounts this process had seen answered. */
  readonly answered: number
}

/** How much is released now, and the pace with it. */
export interface ReleaseTurn {
  readonly limit: number
  readonly pace: ReleaseProgress
}

/** What is released before the accounts have answered much: few, for an account may fail again at once. */
const FEWEST = 100

/** So many turns' worth of answers may be on their way: the relay and the queue need some time. */
const TURNS_AHEAD = 10

/** Other processes answer a part of what this one releases: what stays outstanding is forgotten within seconds. */
const KEPT = 0.8

/** The longest transaction: it holds its rows for some tens of milliseconds. */
const MOST = 2_000

/**
 * How many messages to release in this turn for accounts that work, by the calls that were answered since the last one: so the
 * backlog drains at the rate of the accounts, and little of it comes back if they fail again.
 */
export const nextRelease = (before: ReleaseProgress | undefined, answered: number): ReleaseTurn => {
  const since = answered - (before?.answered ?? answered)
  const outstanding = Math.max(0, (before?.outstanding ?? 0) * KEPT - since)
  const room = FEWEST + TURNS_AHEAD * since - outstanding
  const limit = Math.min(MOST, Math.max(0, Math.floor(room)))
  return { limit, pace: { outstanding: outstanding + limit, answered } }
}
