import { changeOfKind } from '@postrider/core/feed/domain/change'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { WorkingCopy } from './working-copy.js'
import { breaksRules } from './row-rules.js'

const beAlone = ({ lockMode }: WorkingCopy): void => {
  if (lockMode === 'shared') throw new Error('only an exclusive unit sets prices and books money')
}

/** The books of money inside the unit. */
export const ledgerInMemory = (copy: WorkingCopy): Partial<UnitOfWork['ledger']> => {
  const held = new Map<string, number>()
  return {
    lock: async (key) => {
      const account = copy.tables.accounts.get(accountKey(key))
      held.set(accountKey(key), account?.version ?? 0)
      return account
    },
    post: (account, events) => {
      beAlone(copy)
      const before = held.get(accountKey(account))
      if (before === undefined || events.some(({ seq }, at) => seq !== before + at + 1))
        throw new Error('events follow the last one of their account, which is held')
      if (breaksRules(copy.tables, { accounts: [account], events })) throw new Error('the books refuse a row')
      held.set(accountKey(account), account.version)
      copy.leave(changeOfKind('account', account.organizationId))
      copy.write((tables) => {
        tables.accounts.set(accountKey(account), account)
        tables.events.push(...events)
      })
    },
  }
}
