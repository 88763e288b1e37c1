import type { ProviderAccountId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import { E, type TE } from '../../fp.js'
import type { Order } from './order.js'
import { type SwitchNeeds, throwSwitch, withStatus } from './throw-switch.js'

/** An order about a provider account. */
export interface ProviderAccountOrder extends Order {
  readonly providerAccountId: ProviderAccountId
}

/** Which messages would go to the account is settled when they are claimed; so all of them are looked at again. */
const setStatus =
  (action: string, status: ProviderAccount['status']) =>
  (needs: SwitchNeeds) =>
  ({ providerAccountId, ...order }: ProviderAccountOrder): TE.TaskEither<Refusal | Outage, ProviderAccount> =>
    throwSwitch(needs)(order, {
      action,
      concerned: { _tag: 'All' },
      work: async (unit) => {
        const account = withStatus(await unit.providerAccounts.lock(providerAccountId), status)
        if (E.isLeft(account)) return account
        unit.providerAccounts.replace(account.right)
        const about = { target: providerAccountId, organizationId: undefined, details: { status } }
        return E.right({ about, result: account.right })
      },
    })

/**
 * Disables a provider account: nothing goes to it any more. Messages go to the next mapped account; where every one is
 * disabled, what no provider has taken yet is cancelled (decisions 3). NotFound for an unknown one, Conflict for one
 * that is disabled.
 */
export const stopProviderAccount = setStatus('provider_account.stop', 'disabled')

/** Lets messages go to a disabled provider account again; what was cancelled stays so. NotFound, Conflict as above. */
export const resumeProviderAccount = setStatus('provider_account.resume', 'enabled')
