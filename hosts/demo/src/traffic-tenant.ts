import type { Composition } from '@postrider/wiring/compose'
import type { AdminPair } from './agree.js'
import { makeSandboxAccount } from './demo-accounts.js'
import { seat } from './demo-admins.js'
import { demoOwner } from './demo-callers.js'
import { TRAFFIC_INBOX } from './demo-file.js'
import { testPlan } from './demo-plans.js'
import type { DemoTenants, TrafficTenant } from './demo-tenant.js'
import { amendTenants, isUsable } from './remembered-tenants.js'
import { setUpTenant } from './set-up-tenants.js'

/** Both super admins, signed in; their remaining recovery codes are stored. */
export const seatBoth = async (composition: Composition, tenants: DemoTenants): Promise<AdminPair> => {
  const { dataDir } = composition.settings
  const { admin, secondAdmin } = tenants
  return {
    maker: await seat(composition, admin, (left) => amendTenants(dataDir, { admin: left })),
    checker: await seat(composition, secondAdmin, (left) => amendTenants(dataDir, { secondAdmin: left })),
  }
}

/**
 * The traffic's tenant of an earlier demo, or a new one. It is separate, so that traffic doesn't appear in
 * other balances, messages or inboxes.
 */
export const trafficTenant = async (
  composition: Composition,
  operators: AdminPair,
  { traffic: known }: DemoTenants,
): Promise<TrafficTenant> => {
  if (known !== undefined && (await isUsable(composition, known, known.credential))) return known
  const account = await makeSandboxAccount(operators.maker, 'Sandbox of the traffic', TRAFFIC_INBOX)
  const owner = await demoOwner(composition, 'priya', 'Priya')
  const tenant = await setUpTenant({ composition, operators }, owner, testPlan('Kaveri Retail'), account)
  const traffic = { ...tenant, owner: owner.user }
  amendTenants(composition.settings.dataDir, { traffic })
  return traffic
}
