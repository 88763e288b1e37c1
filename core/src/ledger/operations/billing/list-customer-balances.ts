import { availableMinor, beforeAccountsOf } from '../../domain/account.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { BILLING_READING } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { organizationBalanceShape } from '../../../tenancy/operations/organizations/shapes.js'

/** Lists the balances of all accounts of an Organization (docs/api/money#balances). */
export const listCustomerBalancesEntry = entryOf('Billing', 'listCustomerBalances', {
  ...BILLING_READING,
  summary: "List the Organization's balances",
  description: 'Returns one balance for each environment and currency that has ledger entries.',
  live: runAgain('account'),
  request: readRequest({ organizationId: organizationIdField }, {}),
  result: readResult(
    {
      balances: list(organizationBalanceShape, {
        description: 'The balances, one for each environment and currency.',
      }),
    },
    {},
  ),
})

/** At most this many accounts are shown; an Organization has one per environment and currency. */
const MOST_ACCOUNTS = 100

export const listCustomerBalances = reading(listCustomerBalancesEntry, {
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
