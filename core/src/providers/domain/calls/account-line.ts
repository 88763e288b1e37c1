import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../kernel/time/epoch-ms.js'

/** What a call is taken to last at an account that nobody has called yet. */
const FIRST_GUESS_MS = 50
/** How much of what is known the last call makes up. */
const SHARE_OF_LAST = 1 / 16
/** Those who are sent away come again a little early: a line that is too long is shortened again, an empty one loses time. */
const HASTE = 0.7
/** An account that recovers is not left idle for longer. */
const LONGEST_MS = 2 * MINUTE_MS

/**
 * How fast the line at an account's slots moves in one process, by which those who find it too long are told when to come
 * again, each behind the one before (docs/decisions/0013).
 */
export interface AccountLine {
  /** How long a call has its slot, a turn at the account's rate included. */
  readonly heldMs: number
  /** When there is room for whoever was told last. */
  readonly roomAtMs: EpochMs
}

/**
 * How many of a lane may wait at an account however slow it is, and at one whose line moves fast: parts of what a dispatcher has in hand
 * of a lane, so that no account keeps the messages of all others from being looked at.
 */
const [FEWEST_WAITING, MOST_WAITING] = [250, 750]

/** Of an account that nobody has called yet. */
export const NEW_LINE: AccountLine = { heldMs: FIRST_GUESS_MS, roomAtMs: 0 }

/** The line once another call has given up the slot that it had for so long. */
export const withSlotLeft = (line: AccountLine, heldMs: number): AccountLine => ({
  ...line,
  heldMs: line.heldMs + (Math.max(0, heldMs) - line.heldMs) * SHARE_OF_LAST,
})

/** How many of a lane may wait: as many as are through within a second. */
export const longestLine = ({ heldMs }: AccountLine, slots: number): number =>
  Math.min(MOST_WAITING, Math.max(FEWEST_WAITING, Math.floor((slots * SECOND_MS) / Math.max(1, heldMs))))

/** The line once it was too long for one more, who comes again at `roomAtMs`: about when half of those who wait are through. */
export const withOneSentAway = (line: AccountLine, slots: number, nowMs: EpochMs): AccountLine => {
  const eachMs = (line.heldMs / slots) * HASTE
  const halfMs = (longestLine(line, slots) / 2) * eachMs
  const behindMs = Math.max(nowMs + halfMs, line.roomAtMs) + eachMs
  return { ...line, roomAtMs: Math.min(behindMs, nowMs + LONGEST_MS) }
}
