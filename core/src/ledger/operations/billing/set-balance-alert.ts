import { isBelowThreshold } from '../../domain/balance-alert.js'
import { E } from '../../../fp.js'
import { environmentInUnit } from '../../../tenancy/use-cases/environment-meant.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { present } from '../../../kernel/present.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { BILLING_READING } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
  environment as environmentField,
} from '../../../runner/domain/fields/tenancy.js'
import { knownCurrency } from '../../../kernel/codecs/money.js'
import { thresholdMinor as thresholdMinorField } from './shapes.js'
import { nullable } from '../../../kernel/codecs/nullable.js'

/**
 * Sets the threshold of an account's low balance email, or turns it off (docs/api/money#low-balance). If the
 * balance is already below the new threshold, no email is sent until it has been above.
 */
export const setBalanceAlertEntry = entryOf('Billing', 'setBalanceAlert', {
  ...BILLING_READING,
  audiences: ['customerControl'],
  stepUp: true,
  summary: 'Set the balance threshold below which an email is sent',
  description:
    'Owners and billing members get one email each time the balance falls below the threshold. Without `thresholdMinor`, no email is sent for this account.',
  success: 'The threshold is set.',
  permission: 'billing.manage',
  mutation: true,
  effect: 'changes',
  request: mutationRequest(
    { organizationId: organizationIdField, currency: knownCurrency },
    { environment: environmentMeant, thresholdMinor: thresholdMinorField },
  ),
  result: mutationResult(
    { environment: environmentField, thresholdMinor: nullable(thresholdMinorField) },
    {},
  ),
})

export const setBalanceAlert = mutation(setBalanceAlertEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const { organization } = membershipOf(call)
    const { organizationId } = organization
    const { currency, thresholdMinor } = call.request
    const environment = await environmentInUnit(unit, organizationId, call.request.environment)
    if (E.isLeft(environment)) return environment
    const key = { organizationId, environment: environment.right, currency }
    const before = await unit.balanceAlerts.lock(key)
    const isBelow = isBelowThreshold({ thresholdMinor }, await unit.ledger.lock(key))
    const alert = { ...key, thresholdMinor, isBelow }
    if (before === undefined) unit.balanceAlerts.add(alert)
    else unit.balanceAlerts.replace(alert)
    return E.right({
      result: { environment: environment.right, thresholdMinor: thresholdMinor ?? null },
      about: {
        target: organizationId,
        details: {
          environment: environment.right,
          currency,
          ...present({ thresholdMinor }),
          ...(before?.thresholdMinor === undefined ? {} : { thresholdMinorBefore: before.thresholdMinor }),
        },
      },
    })
  },
})
