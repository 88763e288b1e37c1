import type { Account, AccountKey } from '@postrider/core/domain/ledger/account'
import { post } from '@postrider/core/domain/ledger/post'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/ports/ports'

type Means = Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests'>

/** Puts money on an account with nobody's consent, as tests alone may; right: the account afterwards. */
export const creditAccount =
  ({ storage, clock, ids, digests }: Means) =>
  (key: AccountKey, amountMinor: number): TE.TaskEither<Outage, Account> => {
    const entryId = ids.next('ent')
    return storage.ledger.post(key, (account) => {
      const booked = post(account, { entryId, type: 'credit', amountMinor }, clock.nowMs(), digests.sha256)
      return { account: booked.account, events: [booked.event], result: booked.account }
    })
  }
