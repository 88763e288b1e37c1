import type { Account, AccountKey } from '../../domain/ledger/account.js'
import { newAccount, post } from '../../domain/ledger/post.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** Adds prepaid money to an account, opening it where needed; right: the account afterwards. */
export const creditAccount =
  ({ storage, clock, ids, digests }: Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests'>) =>
  (key: AccountKey, amountMinor: number): TE.TaskEither<Outage, Account> => {
    const entryId = ids.next('ent')
    return storage.units.transact<never, Account>('exclusive', async (unit) => {
      const before = (await unit.ledger.lock(key)) ?? newAccount(key)
      const { account, event } = post(
        before,
        { entryId, type: 'credit', amountMinor },
        clock.nowMs(),
        digests.sha256,
      )
      unit.ledger.book(account, [event])
      return E.right(account)
    })
  }
