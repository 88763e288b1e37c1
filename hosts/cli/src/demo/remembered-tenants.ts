import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { availableMinor } from '@postrider/core/domain/ledger/account'
import { isLive } from '@postrider/core/domain/tenancy/credential'
import { DAY_MS } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { creditAccount } from './credit-account.js'
import { DEMO_CREDIT_MINOR, DEMO_CURRENCY } from './demo-plans.js'
import { DEMO_VERSION, type DemoTenant, type DemoTenants } from './demo-tenant.js'
import { expectRight } from './demo-owner.js'
import { setUpTenants } from './set-up-tenants.js'
import { smtpSettings } from './smtp-settings.js'

const LOW_MINOR = DEMO_CREDIT_MINOR / 10

/** A credential that ends sooner is as good as none. */
const LEAST_LIFE_MS = 30 * DAY_MS

const fileOf = (dataDir: string): string => join(dataDir, 'demo-tenants.json')

/** Writes a file for its owner alone, whole or not at all. */
export const writePrivately = (file: string, content: unknown): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const read = (dataDir: string): DemoTenants | undefined => {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return undefined
  try {
    const known = JSON.parse(readFileSync(file, 'utf8')) as DemoTenants
    return known.version === DEMO_VERSION ? known : undefined
  } catch {
    return undefined
  }
}

/** Whether the credential still opens the door of the very tenant. */
const isUsable = async ({ ports }: Composition, tenant: DemoTenant, bearer: string): Promise<boolean> => {
  const parsed = ports.bearerSecrets.parse(bearer)
  if (parsed === undefined) return false
  const found = await ports.storage.catalog.credential(parsed.selector)()
  const credential = E.isRight(found) ? found.right.value : undefined
  if (credential === undefined || credential.appId !== tenant.appId) return false
  const isRight = ports.bearerSecrets.matches(parsed.secret, credential.verifier)
  return isRight && isLive(credential, ports.clock.nowMs() + LEAST_LIFE_MS)
}

const areUsable = async (composition: Composition, tenants: DemoTenants): Promise<boolean> => {
  for (const tenant of [tenants.main, tenants.other, tenants.production]) {
    if (!(await isUsable(composition, tenant, tenant.credential))) return false
    if (!(await isUsable(composition, tenant, tenant.readOnlyCredential))) return false
  }
  return true
}

const topUp = async ({ ports }: Composition, { organizationId }: DemoTenant): Promise<void> => {
  const key = { organizationId, currency: DEMO_CURRENCY }
  const { account } = expectRight('an account could not be read', await ports.storage.ledger.standing(key)())
  const left = account === undefined ? 0 : availableMinor(account)
  if (left >= LOW_MINOR) return
  expectRight('an account could not be filled', await creditAccount(ports)(key, DEMO_CREDIT_MINOR - left)())
}

/** The throwaway server has another port each time. */
const pointToServer = async (
  { ports }: Composition,
  { production }: DemoTenants,
  port: number,
): Promise<void> => {
  const { catalog } = ports.storage
  const accounts = expectRight('the provider accounts could not be read', await catalog.providerAccounts()())
  const changed = accounts
    .filter(({ providerAccountId }) => providerAccountId === production.providerAccountId)
    .map((account) => ({ ...account, settings: smtpSettings(port) }))
  expectRight('a provider account could not be changed', await catalog.save({ providerAccounts: changed })())
}

/** The tenants of an earlier demo on these data, filled up; or new ones. */
export const rememberedTenants = async (
  composition: Composition,
  smtpPort: number,
): Promise<{ readonly tenants: DemoTenants; readonly areNew: boolean }> => {
  const { dataDir } = composition.settings
  const known = read(dataDir)
  if (known !== undefined && (await areUsable(composition, known))) {
    for (const tenant of [known.main, known.other, known.production]) await topUp(composition, tenant)
    await pointToServer(composition, known, smtpPort)
    return { tenants: known, areNew: false }
  }
  const tenants = await setUpTenants(composition, smtpPort)
  writePrivately(fileOf(dataDir), tenants)
  return { tenants, areNew: true }
}
