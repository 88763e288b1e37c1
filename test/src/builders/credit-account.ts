import type { Account, AccountKey } from '@postrider/core/ledger/domain/account'
import { newAccount, post } from '@postrider/core/ledger/domain/post'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'

type Context = Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests'>

/** Credits an account without an approval, which only tests may do. Right: the account afterwards. */
export const creditAccount =
  ({ storage, clock, ids, digests }: Context) =>
  (key: AccountKey, amountMinor: number): TE.TaskEither<Outage, Account> => {
    const entryId = ids.next('ent')
    return storage.units.transact<never, Account>('exclusive', async (unit) => {
      const credit = { entryId, type: 'credit', amountMinor } as const
      const before = (await unit.ledger.lock(key)) ?? newAccount(key)
      const { account, event } = post(before, credit, clock.nowMs(), digests.sha256)
      unit.ledger.post(account, [event])
      return E.right(account)
    })
  }
