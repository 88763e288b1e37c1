import type { Account, AccountKey } from '../../domain/ledger/account.js'
import { post } from '../../domain/ledger/post.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** Adds prepaid money to an account, opening it where needed; right: the account afterwards. */
export const creditAccount =
  ({ storage, clock, ids, digests }: Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests'>) =>
  (key: AccountKey, amountMinor: number): TE.TaskEither<Outage, Account> => {
    const entryId = ids.next('ent')
    return storage.ledger.post(key, (account) => {
      const booked = post(account, { entryId, type: 'credit', amountMinor }, clock.nowMs(), digests.sha256)
      return { account: booked.account, events: [booked.event], result: booked.account }
    })
  }
