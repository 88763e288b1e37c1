import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { availableMinor } from '@postrider/core/ledger/domain/account'
import { isLiveCredential } from '@postrider/core/tenancy/domain/credential'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { DEMO_CREDIT_MINOR, DEMO_CURRENCY } from './demo-plans.js'
import { demoPayerOf } from './demo-payer.js'
import { DEMO_VERSION, type DemoTenant, type DemoTenants } from './demo-tenant.js'
import { DemoError, expectRight, visitorOf } from './demo-callers.js'
import { agree } from './agree.js'
import { type PeerPorts, pointToPeers } from './demo-accounts.js'
import { seat } from './demo-admins.js'
import { makeBootstrapKey } from './demo-keys.js'
import { setUpTenants } from './set-up-tenants.js'

const LOW_MINOR = DEMO_CREDIT_MINOR / 10

/** A credential that expires sooner isn't used. */
const LEAST_LIFE_MS = 30 * DAY_MS

const fileOf = (dataDir: string): string => join(dataDir, 'demo-tenants.json')

/** Writes a file that only its owner can read, completely or not at all. */
export const writePrivately = (file: string, content: unknown): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * The stored tenants of an earlier demo on these data; undefined if there are none that this version
 * understands.
 */
export const recallTenants = (dataDir: string): DemoTenants | undefined => {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return undefined
  try {
    const known = JSON.parse(readFileSync(file, 'utf8')) as DemoTenants
    return known.version === DEMO_VERSION ? known : undefined
  } catch {
    return undefined
  }
}

/** Changes the stored data of the tenants. */
export const amendTenants = (dataDir: string, changes: Partial<DemoTenants>): void => {
  writePrivately(fileOf(dataDir), { ...recallTenants(dataDir), ...changes })
}

/** Whether the credential still authenticates this tenant. */
export const isUsable = async (
  { ports }: Composition,
  tenant: DemoTenant,
  bearer: string,
): Promise<boolean> => {
  const parsed = ports.bearerSecrets.parse(bearer)
  if (parsed === undefined) return false
  const found = await ports.storage.catalog.credential(parsed.selector)()
  const credential = E.isRight(found) ? found.right.value : undefined
  if (credential === undefined || credential.appId !== tenant.appId) return false
  const isRight = ports.bearerSecrets.matches(parsed.secret, credential.verifier)
  return isRight && isLiveCredential(credential, ports.clock.nowMs() + LEAST_LIFE_MS)
}

const areUsable = async (composition: Composition, tenants: DemoTenants): Promise<boolean> => {
  for (const tenant of [tenants.main, tenants.other, tenants.production]) {
    if (!(await isUsable(composition, tenant, tenant.credential))) return false
    if (!(await isUsable(composition, tenant, tenant.readOnlyCredential))) return false
  }
  return true
}

/** The tenants with a low balance. */
const poor = async (
  composition: Composition,
  tenants: readonly DemoTenant[],
): Promise<ReadonlyArray<{ readonly tenant: DemoTenant; readonly leftMinor: number }>> => {
  const found: Array<{ tenant: DemoTenant; leftMinor: number }> = []
  for (const tenant of tenants) {
    const key = await demoPayerOf(composition, tenant)
    const { account } = expectRight(
      'an account could not be read',
      await composition.ports.storage.ledger.status(key)(),
    )
    const leftMinor = account === undefined ? 0 : availableMinor(account)
    if (leftMinor < LOW_MINOR) found.push({ tenant, leftMinor })
  }
  return found
}

/**
 * The changes for each run: the demo's own servers have other ports, a bootstrap key expires after a day, and
 * money is spent.
 */
const refresh = async (composition: Composition, known: DemoTenants, ports: PeerPorts) => {
  const { dataDir } = composition.settings
  let tenants = known
  const remember = (changes: Partial<DemoTenants>): void => {
    tenants = { ...tenants, ...changes }
    writePrivately(fileOf(dataDir), tenants)
  }
  const maker = await seat(composition, known.admin, (admin) => remember({ admin }))
  await pointToPeers(maker, known.production.accounts, ports)
  remember({ bootstrapKey: await makeBootstrapKey(await visitorOf(composition, known.user)) })
  const { main, other, production, traffic } = known
  const inNeed = await poor(composition, [
    main,
    other,
    production,
    ...(traffic === undefined ? [] : [traffic]),
  ])
  if (inNeed.length === 0) return tenants
  const checker = await seat(composition, known.secondAdmin, (secondAdmin) => remember({ secondAdmin }))
  for (const { tenant, leftMinor } of inNeed) {
    const { organizationId } = tenant
    const credit = { organizationId, currency: DEMO_CURRENCY, amountMinor: DEMO_CREDIT_MINOR - leftMinor }
    await agree({ maker, checker }, 'proposeBalanceCredit', credit)
  }
  return tenants
}

/**
 * Undefined if they can't be used: a credential has expired, or a visitor took over the super admins in the
 * console.
 */
const refreshedOf = async (
  composition: Composition,
  known: DemoTenants,
  ports: PeerPorts,
): Promise<DemoTenants | undefined> => {
  if (!(await areUsable(composition, known))) return undefined
  try {
    return await refresh(composition, known, ports)
  } catch (cause) {
    if (cause instanceof DemoError) return undefined
    throw cause
  }
}

/** The tenants of an earlier demo on these data, with restored balances; or new ones. */
export const rememberedTenants = async (
  composition: Composition,
  ports: PeerPorts,
): Promise<{ readonly tenants: DemoTenants; readonly areNew: boolean }> => {
  const { dataDir } = composition.settings
  const known = recallTenants(dataDir)
  const refreshed = known && (await refreshedOf(composition, known, ports))
  if (refreshed !== undefined) return { tenants: refreshed, areNew: false }
  const tenants = await setUpTenants(composition, ports)
  writePrivately(fileOf(dataDir), tenants)
  return { tenants, areNew: true }
}
