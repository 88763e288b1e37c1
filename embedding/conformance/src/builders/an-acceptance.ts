import type { Account } from '@postrider/core/ledger/domain/account'
import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import { aMessage } from './a-message.js'
import { aReservation } from './a-posting.js'
import { anAccount } from './an-account.js'
import { fresh } from './fresh.js'

/** A complete acceptance, and the account after its reservation. */
export interface ReservedAcceptance {
  readonly acceptance: NewAcceptance
  readonly account: Account
}

/** Accepts a message and reserves its price on the given account, or on one with sufficient funds. */
export const anAcceptance = (
  overrides: Partial<NewAcceptance> & { readonly account?: Account } = {},
): ReservedAcceptance => {
  const { account: before, ...given } = overrides
  const message =
    given.message ??
    aMessage(before && { organizationId: before.organizationId, environment: before.environment })
  const payer =
    before ??
    anAccount({
      organizationId: message.organizationId,
      environment: message.environment,
      currency: message.charge.currency,
    })
  const { account, event } = aReservation(payer, message)
  return {
    acceptance: { key: fresh.hex(32), material: fresh.hex(32), reservation: event, ...given, message },
    account,
  }
}
