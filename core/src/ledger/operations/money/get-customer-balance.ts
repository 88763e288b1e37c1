import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { balanceOf } from '../../../messaging/use-cases/accounts/get-balance.js'
import { reading } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { currency } from '../../../kernel/codecs/money.js'
import { balanceFields } from './shapes.js'

/**
 * Returns an Organization's balance in a currency of one environment; zeros if it has no such account
 * (docs/api/money#balances).
 */
export const getCustomerBalanceEntry = entryOf('Money', 'getCustomerBalance', {
  ...MONEY,
  summary: "Read an Organization's balance",
  description: 'All amounts are 0 for a currency without an account.',
  success: 'The current balance.',
  live: runAgain('account'),
  request: readRequest({ organizationId: organizationIdField, currency }, { environment: environmentMeant }),
  result: readResult({ ...balanceFields, environment: environmentField }, {}),
})

export const getCustomerBalance = reading(getCustomerBalanceEntry, {
  read: async (call, { storage }) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const environment = await environmentToRead({ storage }, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    const key = { organizationId, environment: environment.right, currency: call.request.currency }
    const read = await storage.projections.balance(key)()
    if (E.isLeft(read)) return read
    const { asOfMs, ...figures } = balanceOf(key, read.right.value, call.nowMs)
    const result = { ...figures, environment: environment.right, asOf: isoTime(asOfMs) }
    return E.right({ epoch: read.right.epoch, value: { organizationId, result } })
  },
})
