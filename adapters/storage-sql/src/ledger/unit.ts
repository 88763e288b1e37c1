import { changeOfKind } from '@postrider/core/feed/domain/change'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { accountsByKey, lockAccounts, upsertAccounts } from './accounts-table.js'
import { insertEvents } from './events-table.js'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { StatementSequence } from '../units/statement-sequence.js'

/** Bookings on one account are serialized. */
const beAlone = (sequence: StatementSequence): void => {
  if (sequence.lockMode === 'shared') throw new Error('only an exclusive unit books money')
}

/** Accounts and their ledger inside the unit. */
export const ledgerRepository = (sequence: StatementSequence): UnitOfWork['ledger'] => {
  const locked = new Map<string, number>()
  return {
    lock: async (key) => {
      const [rows = []] = await sequence.read([lockAccounts([key])])
      const account = accountsByKey(rows).get(accountKey(key))
      locked.set(accountKey(key), account?.version ?? 0)
      return account
    },
    post: (account, events) => {
      beAlone(sequence)
      const key = accountKey(account)
      const before = locked.get(key)
      if (before === undefined || events.some(({ seq }, at) => seq !== before + at + 1))
        throw new Error('events follow the last one of their account, which is locked')
      locked.set(key, account.version)
      sequence.leave(changeOfKind('account', account.organizationId))
      sequence.writeApart(insertEvents(events), upsertAccounts([account]))
    },
  }
}
