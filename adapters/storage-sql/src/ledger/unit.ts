import type { UnitOfWork } from '@postrider/core/ports/storage/unit-of-work'
import { accountsByKey, lockAccounts, putAccounts } from './accounts-table.js'
import { insertEvents } from './events-table.js'
import { accountKey } from '@postrider/core/domain/ledger/account'
import type { Script } from '../units/statement-sequence.js'

/** Everybody waits for an account: whoever books on it is alone. */
const beAlone = (script: Script): void => {
  if (script.hold === 'shared') throw new Error('only an exclusive unit books money')
}

/** The books of money inside the unit. */
export const ledgerBook = (script: Script): UnitOfWork['ledger'] => {
  const held = new Map<string, number>()
  return {
    lock: async (key) => {
      const [rows = []] = await script.read([lockAccounts([key])])
      const account = accountsByKey(rows).get(accountKey(key))
      held.set(accountKey(key), account?.version ?? 0)
      return account
    },
    book: (account, events) => {
      beAlone(script)
      const key = accountKey(account)
      const before = held.get(key)
      if (before === undefined || events.some(({ seq }, at) => seq !== before + at + 1))
        throw new Error('events follow the last one of their account, which is held')
      held.set(key, account.version)
      script.write(insertEvents(events), putAccounts([account]))
    },
  }
}
