import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/** The assumed duration of a call at an account that hasn't been called yet. */
const FIRST_GUESS_MS = 50
/** The weight of the last call in the average. */
const SHARE_OF_LAST = 1 / 16
/**
 * Deferred messages come back a little early: a queue that is still too long just defers them again, but an
 * empty queue wastes time.
 */
const HASTE = 0.7
/** The longest deferral, so that a recovered account isn't idle for longer. */
const LONGEST_MS = 2 * MINUTE_MS

/**
 * The speed of the queue for an account's call slots in one process. If the queue is too long, a message is
 * deferred until there is room, each one a little later than the previous one (docs/decisions/0013).
 */
export interface AccountLine {
  /** How long a call holds its slot, including the wait for the account's rate limit. */
  readonly heldMs: number
  /** When there is room for the message that was deferred last. */
  readonly roomAtMs: EpochMs
}

/**
 * How many messages of a lane may wait at an account: the minimum at a slow one, and the maximum at a fast
 * one. Both are a part of a dispatcher's messages of a lane, so that one account can't block the messages of
 * all others.
 */
const [FEWEST_WAITING, MOST_WAITING] = [250, 750]

/** The state of an account that hasn't been called yet. */
export const NEW_LINE: AccountLine = { heldMs: FIRST_GUESS_MS, roomAtMs: 0 }

/** Updates the average after a call has held its slot for `heldMs`. */
export const withSlotLeft = (line: AccountLine, heldMs: number): AccountLine => ({
  ...line,
  heldMs: line.heldMs + (Math.max(0, heldMs) - line.heldMs) * SHARE_OF_LAST,
})

/** How many messages of a lane may wait: as many as are processed within a second. */
export const longestLine = ({ heldMs }: AccountLine, slots: number): number =>
  Math.min(MOST_WAITING, Math.max(FEWEST_WAITING, Math.floor((slots * SECOND_MS) / Math.max(1, heldMs))))

/**
 * Defers one more message because the queue is too long. It comes back at `roomAtMs`, when about half of the
 * waiting messages are processed.
 */
export const withOneSentAway = (line: AccountLine, slots: number, nowMs: EpochMs): AccountLine => {
  const eachMs = (line.heldMs / slots) * HASTE
  const halfMs = (longestLine(line, slots) / 2) * eachMs
  const behindMs = Math.max(nowMs + halfMs, line.roomAtMs) + eachMs
  return { ...line, roomAtMs: Math.min(behindMs, nowMs + LONGEST_MS) }
}
