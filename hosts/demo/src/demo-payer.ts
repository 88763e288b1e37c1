import type { AccountKey } from '@postrider/core/ledger/domain/account'
import type { Composition } from '@postrider/wiring/compose'
import { DEMO_CURRENCY } from './demo-plans.js'
import type { DemoTenant } from './demo-tenant.js'
import { DemoError, expectRight } from './demo-callers.js'

/** The account that pays for a demo tenant's messages: all of its Projects have one environment. */
export const demoPayerOf = async (
  { ports }: Composition,
  { organizationId }: DemoTenant,
): Promise<AccountKey> => {
  const { value } = expectRight(
    'an Organization could not be read',
    await ports.storage.tenancy.environments(organizationId)(),
  )
  const [environment] = value
  if (environment === undefined) throw new DemoError(`${organizationId} has no Project`)
  return { organizationId, environment, currency: DEMO_CURRENCY }
}
