import {
  type AccountLine,
  longestLine,
  NEW_LINE,
  withOneSentAway,
  withSlotLeft,
} from '../../domain/calls/account-line.js'
import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'

/** When those who find too long a line at accounts come again. */
export interface AccountLines {
  /** A call has given up the slot that it had for so long. */
  left(accountId: ProviderAccountId, heldMs: number): void
  /** How many of a lane may wait at an account that has so many slots. */
  longest(accountId: ProviderAccountId, slots: number): number
  /** When one more, who found too long a line at all of these accounts, comes again: where there is room first. */
  comesAgainAtMs(accounts: ReadonlyMap<ProviderAccountId, number>): EpochMs
}

/** The lines of one process. `accounts` have so many slots each. */
export const accountLines = ({ clock }: Pick<Ports, 'clock'>): AccountLines => {
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
