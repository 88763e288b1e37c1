import type { Account, AccountKey } from '../domain/account.js'
import { EMPTY_TALLY } from '../domain/replay.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { LedgerStorage } from '../ports/ledger-storage.js'
import type { Digests } from '../../kernel/ports/digests.js'
import { recomputeAccount, type RecomputedAccount } from './recompute-account.js'

/** An account after its whole ledger was recomputed from the first event. */
export interface ExaminedAccount extends AccountKey {
  readonly events: number
  readonly postedMinor: number
  readonly reservedMinor: number
  /** The problem, as a sentence; undefined if there is none. */
  readonly finding: string | undefined
}

const PAGE = 100

interface Needs {
  readonly storage: { readonly ledger: LedgerStorage }
  readonly digests: Digests
}

/** Recomputes every account's ledger from its first event, page by page. `met` is called for each account. */
export const examineLedger =
  (
    ports: Needs,
    met: (account: Account, added: RecomputedAccount) => TE.TaskEither<Outage, void>,
  ): TE.TaskEither<Outage, readonly ExaminedAccount[]> =>
  async () => {
    const examined: ExaminedAccount[] = []
    let after: AccountKey | undefined
    for (;;) {
      const accounts = await ports.storage.ledger.accounts(after, PAGE)()
      if (E.isLeft(accounts)) return accounts
      for (const account of accounts.right) {
        const added = await recomputeAccount(ports, account, EMPTY_TALLY, Number.MAX_SAFE_INTEGER)
        if (E.isLeft(added)) return added
        const recorded = await met(account, added.right)()
        if (E.isLeft(recorded)) return recorded
        const { tally, finding } = added.right
        const { organizationId, environment, currency } = account
        const { seq: events, postedMinor, reservedMinor } = tally
        examined.push({ organizationId, environment, currency, events, postedMinor, reservedMinor, finding })
      }
      after = accounts.right.at(-1)
      if (accounts.right.length < PAGE) return E.right(examined)
    }
  }
