import {
  type AccountLine,
  longestLine,
  NEW_LINE,
  withOneSentAway,
  withSlotLeft,
} from '../../domain/calls/account-line.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Clock } from '../../../kernel/ports/clock.js'

/** Decides when deferred messages are tried again, if the queue at their accounts was too long. */
export interface AccountLines {
  /** Records that a call held its slot for `heldMs`. */
  left(accountId: ProviderAccountId, heldMs: number): void
  /** How many messages of a lane may wait at an account with this many slots. */
  longest(accountId: ProviderAccountId, slots: number): number
  /**
   * When a deferred message comes back that found all of these accounts full: when the first one has room.
   */
  comesAgainAtMs(accounts: ReadonlyMap<ProviderAccountId, number>): EpochMs
}

/** The queues of one process. `accounts` maps each account to its number of slots. */
export const accountLines = ({ clock }: { readonly clock: Clock }): AccountLines => {
  const lines = new Map<ProviderAccountId, AccountLine>()
  const lineOf = (accountId: ProviderAccountId): AccountLine => lines.get(accountId) ?? NEW_LINE
  return {
    left: (accountId, heldMs) => void lines.set(accountId, withSlotLeft(lineOf(accountId), heldMs)),
    longest: (accountId, slots) => longestLine(lineOf(accountId), slots),
    comesAgainAtMs: (accounts) => {
      const nowMs = clock.nowMs()
      const nextLines = [...accounts].map(
        ([accountId, slots]) => [accountId, withOneSentAway(lineOf(accountId), slots, nowMs)] as const,
      )
      const [first, ...others] = nextLines
      if (first === undefined) return nowMs
      const [accountId, line] = others.reduce(
        (best, other) => (other[1].roomAtMs < best[1].roomAtMs ? other : best),
        first,
      )
      lines.set(accountId, line)
      return Math.ceil(line.roomAtMs)
    },
  }
}
