import { expect } from 'chai'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { right } from '@postrider/conformance/outcome'
import type { aDispatcher } from '../../../fakes/dispatch-world.js'

export type DispatchWorld = ReturnType<typeof aDispatcher>

/** Checks that every invariant of messages and money holds. */
export const sound = async ({ ports }: DispatchWorld): Promise<void> => {
  expect((await right(checkInvariants(ports)())).violations).to.deep.equal([])
}

/** Maps two accounts to the tenant's SMS channel, and returns their ids. */
export const mapTwo = async ({ save, tenant }: DispatchWorld): Promise<readonly string[]> => {
  const second = aProviderAccount()
  const providerAccountIds = [tenant.providerAccount.providerAccountId, second.providerAccountId]
  await save({
    providerAccounts: [second],
    configurations: [{ ...tenant.configuration, providerAccountIds }],
  })
  return providerAccountIds
}

/** The accounts that were called, in their order. */
export const calledAt = ({ provider }: DispatchWorld): readonly string[] =>
  provider.submissions.map(({ providerAccountId }) => providerAccountId)
