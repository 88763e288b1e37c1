import { E } from '../../../fp.js'
import { environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { BILLING_READING } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { thresholdMinor as thresholdMinorField } from './shapes.js'

/** Returns the threshold of an account's low balance email (docs/api/money#low-balance). */
export const getBalanceAlertEntry = entryOf('Billing', 'getBalanceAlert', {
  ...BILLING_READING,
  audiences: ['customerControl'],
  summary: 'Read the balance threshold below which an email is sent',
  description: 'Returns the threshold of the account. It is null if no email is sent.',
  success: 'The threshold of the account.',
  live: runAgain('act'),
  request: readRequest(
    { organizationId: organizationIdField, currency: currencyField },
    { environment: environmentMeant },
  ),
  result: readResult({ environment: environmentField, thresholdMinor: nullable(thresholdMinorField) }, {}),
})

export const getBalanceAlert = reading(getBalanceAlertEntry, {
  read: async (call, needs) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const { currency } = call.request
    const environment = await environmentToRead(needs, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    const account = { organizationId, environment: environment.right, currency }
    const read = await needs.storage.balanceAlerts.of(account)()
    if (E.isLeft(read)) return read
    const { thresholdMinor = null } = read.right.value ?? {}
    return shown(read.right.epoch, { environment: environment.right, thresholdMinor })
  },
})
