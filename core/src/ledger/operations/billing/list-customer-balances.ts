import { availableMinor, beforeAccountsOf } from '../../domain/account.js'
import { billingOperations } from './operations.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'

/** More accounts of an Organization than that are not shown: it has one for each environment and currency. */
const MOST_ACCOUNTS = 100

/** What an Organization has in each of its accounts (docs/contract#balances). */
export const listCustomerBalances = reading(billingOperations.listCustomerBalances, {
  read: async (call, { storage }) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const read = await storage.ledger.accounts(beforeAccountsOf(organizationId), MOST_ACCOUNTS)()
    if (E.isLeft(read)) return read
    const own = read.right.filter((account) => account.organizationId === organizationId)
    return shown(epoch.right, {
      balances: own.map((account) => ({
        environment: account.environment,
        currency: account.currency,
        availableMinor: availableMinor(account),
        reservedMinor: account.reservedMinor,
        postedMinor: account.postedMinor,
      })),
    })
  },
})
