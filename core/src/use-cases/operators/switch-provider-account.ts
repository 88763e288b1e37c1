import type { ProviderAccountId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import { E, type TE } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import type { CarriedOut } from './carry-out.js'
import type { Order } from './order.js'
import { type SwitchNeeds, throwSwitch, withStatus } from './throw-switch.js'

/** An order about a provider account. */
export interface ProviderAccountOrder extends Order {
  readonly providerAccountId: ProviderAccountId
}

/**
 * Gives a provider account another status, in an exclusive unit. NotFound for an unknown one; Conflict for one that has
 * it, or is not of the version that was named.
 */
export const switchProviderAccount = async (
  unit: UnitOfWork,
  providerAccountId: ProviderAccountId,
  status: ProviderAccount['status'],
  version?: number,
): Promise<E.Either<Refusal, CarriedOut<ProviderAccount>>> => {
  const changed = withStatus(await unit.providerAccounts.lock(providerAccountId), status, version)
  if (E.isLeft(changed)) return changed
  const account = { ...changed.right, version: changed.right.version + 1 }
  unit.providerAccounts.replace(account)
  const about = { target: providerAccountId, organizationId: undefined, details: { status } }
  return E.right({ about, result: account })
}

/** Which messages would go to the account is settled when they are claimed; so all of them are looked at again. */
const setStatus =
  (action: string, status: ProviderAccount['status']) =>
  (needs: SwitchNeeds) =>
  ({ providerAccountId, ...order }: ProviderAccountOrder): TE.TaskEither<Refusal | Outage, ProviderAccount> =>
    throwSwitch(needs)(order, {
      action,
      concerned: { _tag: 'All' },
      work: (unit) => switchProviderAccount(unit, providerAccountId, status),
    })

/**
 * Disables a provider account: nothing goes to it any more. Messages go to the next mapped account; where every one is
 * disabled, what no provider has taken yet is cancelled (decisions 3). NotFound for an unknown one, Conflict for one
 * that is disabled.
 */
export const stopProviderAccount = setStatus('provider_account.stop', 'disabled')

/** Lets messages go to a disabled provider account again; what was cancelled stays so. NotFound, Conflict as above. */
export const resumeProviderAccount = setStatus('provider_account.resume', 'enabled')
