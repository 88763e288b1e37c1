import type { AccountKey } from '../../domain/ledger/account.js'
import { EMPTY_TALLY } from '../../domain/ledger/replay.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { reAddAccount } from './re-add-account.js'

/** An account after its whole ledger was re-added from the first event. */
export interface VerifiedAccount extends AccountKey {
  readonly events: number
  readonly postedMinor: number
  readonly reservedMinor: number
  /** What is wrong, in a sentence; undefined: nothing. */
  readonly finding: string | undefined
}

const PAGE = 100

/** Recomputes every account's hash chain and figures from its first event (decisions 4, `postrider ledger verify`). */
export const verifyLedger =
  (ports: Pick<Ports, 'storage' | 'digests'>) =>
  (): TE.TaskEither<Outage, readonly VerifiedAccount[]> =>
  async () => {
    const verified: VerifiedAccount[] = []
    let after: AccountKey | undefined
    for (;;) {
      const accounts = await ports.storage.ledger.accounts(after, PAGE)()
      if (E.isLeft(accounts)) return accounts
      for (const account of accounts.right) {
        const added = await reAddAccount(ports, account, EMPTY_TALLY, Number.MAX_SAFE_INTEGER)
        if (E.isLeft(added)) return added
        const { tally, finding } = added.right
        const { organizationId, currency } = account
        const { seq: events, postedMinor, reservedMinor } = tally
        verified.push({ organizationId, currency, events, postedMinor, reservedMinor, finding })
      }
      after = accounts.right.at(-1)
      if (accounts.right.length < PAGE) return E.right(verified)
    }
  }
