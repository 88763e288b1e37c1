import { isBelowThreshold } from '../../domain/balance-alert.js'
import { billingOperations } from './operations.js'
import { E } from '../../../fp.js'
import { environmentInUnit, environmentToRead } from '../../../tenancy/use-cases/environment-meant.js'
import { mutation, reading, shown } from '../../../runner/use-cases/implementation.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { present } from '../../../kernel/present.js'

/** Reads the threshold of an account's low balance email (docs/contract#low-balance). */
export const getBalanceAlert = reading(billingOperations.getBalanceAlert, {
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

/**
 * Sets the threshold of an account's low balance email, or turns it off (docs/contract#low-balance). A balance that is below the
 * new threshold already causes no email before it was above.
 */
export const setBalanceAlert = mutation(billingOperations.setBalanceAlert, {
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
