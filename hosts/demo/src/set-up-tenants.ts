import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { isId } from '@postrider/core/kernel/ids/id'
import { CREDENTIAL_ACTIONS, type CredentialAction } from '@postrider/core/tenancy/domain/credential'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Composition } from '@postrider/wiring/compose'
import { agree, type AdminPair } from './agree.js'
import { type ChannelAccount, makePeerAccounts, makeSandboxAccount, type PeerPorts } from './demo-accounts.js'
import { makeAdmin, seat } from './demo-admins.js'
import { BY_DEMO, demoAgent, type DemoCaller, type DemoOwner, demoOwner, DemoError } from './demo-callers.js'
import { makeAdminKey, makeBootstrapKey, makeCustomerKey } from './demo-keys.js'
import {
  DEMO_CREDIT_MINOR,
  DEMO_CURRENCY,
  DEMO_PRICES,
  DEMO_SENDER_ID,
  type DemoPlan,
  productionPlan,
  testPlan,
} from './demo-plans.js'
import { DEMO_VERSION, type DemoTenant, type DemoTenants } from './demo-tenant.js'
import { setUpDemoTemplates } from './set-up-templates.js'

const VALID_FOR_MS = 364 * DAY_MS

const READS: readonly CredentialAction[] = ['messages.read', 'billing.read', 'usage.read', 'events.read']

const { reason } = BY_DEMO

/** The results of operations are identifiers of this service; this narrows their types. */
const known = <P extends 'org' | 'brd' | 'prj' | 'app'>(prefix: P, text: string) => {
  if (!isId(prefix, text)) throw new DemoError(`${text} is no identifier`)
  return text
}

/** Creates the Organization, its first app and its credentials, as its owner. */
const register = async (owner: DemoCaller, { displayName, environment }: DemoPlan, nowMs: number) => {
  const { organization, brand, project } = await owner.run('createOrganization', {
    displayName,
    legalName: displayName,
    brandName: displayName,
    projectName: displayName,
    environment,
  })
  const { organizationId } = organization
  const place = { organizationId, brandId: brand.brandId, projectId: project.projectId }
  const { app } = await owner.run('registerApp', {
    ...place,
    name: displayName,
    platform: 'server',
    restrictions: {},
  })
  const bearer = async (label: string, actions: readonly CredentialAction[]): Promise<string> => {
    const expiresAt = isoTime(nowMs + VALID_FOR_MS)
    const grant = { appId: app.appId, environment, actions, channels: CHANNEL_NAMES, expiresAt, label }
    const { secret } = await owner.run('createServerCredential', { ...place, ...grant })
    return secret ?? ''
  }
  return {
    organizationId: known('org', organizationId),
    brandId: known('brd', brand.brandId),
    projectId: known('prj', project.projectId),
    appId: known('app', app.appId),
    credential: await bearer('demo', CREDENTIAL_ACTIONS),
    readOnlyCredential: await bearer('demo, reads only', READS),
  }
}

type Registered = Awaited<ReturnType<typeof register>>

/**
 * Gives the tenant channels, senders and providers as a super admin, and money that two super admins agree
 * on.
 */
const equip = async (
  operators: AdminPair,
  { organizationId, appId }: Registered,
  { channels, environment }: DemoPlan,
  accounts: readonly ChannelAccount[],
): Promise<void> => {
  const { maker } = operators
  for (const { channel, sender } of channels) {
    if (environment === 'production') {
      const { organization } = await maker.run('getOrganization', { organizationId })
      const { version } = organization
      const open = { organizationId, environment, channel, enabled: true, version, reason }
      await maker.run('setOrganizationEntitlement', open)
    }
    const place = { organizationId, appId, channel, legacySenderId: DEMO_SENDER_ID }
    const own = accounts.filter((account) => account.channel === channel)
    const how = { sender, providerAccountIds: own.map(({ providerAccountId }) => providerAccountId) }
    await maker.run('setAppServiceConfiguration', { ...place, ...how, reason })
  }
  const credit = { organizationId, environment, currency: DEMO_CURRENCY, amountMinor: DEMO_CREDIT_MINOR }
  await agree(operators, 'proposeBalanceCredit', credit)
}

/** The callers who set up a tenant of the demo. */
interface Founders {
  readonly composition: Composition
  readonly operators: AdminPair
}

/** Creates a tenant of the demo for this owner, with these provider accounts. */
export const setUpTenant = async (
  { composition, operators }: Founders,
  owner: DemoOwner,
  plan: DemoPlan,
  accounts: readonly ChannelAccount[],
): Promise<DemoTenant> => {
  const registered = await register(owner, plan, composition.ports.clock.nowMs())
  const { organizationId } = registered
  await equip(operators, registered, plan, accounts)
  const customerKey = await makeCustomerKey(owner.atWebsite, organizationId)
  const callers = { agent: await demoAgent(composition, customerKey), reviewer: operators.checker }
  const templateIds = await setUpDemoTemplates(callers, organizationId, plan.drafts)
  return { ...registered, customerKey, templateIds, accounts }
}

/**
 * Creates the demo's people and their three tenants; the one in production sends to the demo's own servers on
 * these ports.
 */
export const setUpTenants = async (composition: Composition, ports: PeerPorts): Promise<DemoTenants> => {
  const nowMs = composition.ports.clock.nowMs()
  let admin = await makeAdmin(composition, 'olu', 'Olu')
  let secondAdmin = await makeAdmin(composition, 'mina', 'Mina')
  const operators: AdminPair = {
    maker: await seat(composition, admin, (left) => (admin = left)),
    checker: await seat(composition, secondAdmin, (left) => (secondAdmin = left)),
  }
  const effectiveFrom = isoTime(nowMs)
  for (const price of DEMO_PRICES) await agree(operators, 'proposePriceVersion', { ...price, effectiveFrom })
  const sandbox = await makeSandboxAccount(operators.maker, 'Sandbox')
  // New users of the demo's website get these templates.
  await operators.maker.run('addStarterTemplates', { reason })
  const peers = await makePeerAccounts(operators.maker, ports)
  const owner = await demoOwner(composition, 'asha', 'Asha')
  const stranger = await demoOwner(composition, 'stranger', 'A stranger')
  const founders: Founders = { composition, operators }
  return {
    version: DEMO_VERSION,
    user: owner.user,
    admin,
    secondAdmin,
    adminKey: await makeAdminKey(operators.maker),
    bootstrapKey: await makeBootstrapKey(owner.atWebsite),
    main: await setUpTenant(founders, owner, testPlan('Demo'), sandbox),
    other: await setUpTenant(founders, stranger, testPlan('Demo, another tenant'), sandbox),
    production: await setUpTenant(founders, owner, productionPlan('Demo in production'), peers),
  }
}
