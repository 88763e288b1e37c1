import { CHANNELS } from '@postrider/core/domain/channels/channel'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import { CREDENTIAL_ACTIONS, type CredentialAction } from '@postrider/core/domain/tenancy/credential'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import { DAY_MS } from '@postrider/core/domain/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { secretsPlace } from '@postrider/core/use-cases/dispatch/open-providers'
import type { Tenant, TenantPlan } from '@postrider/core/use-cases/tenancy/provision-tenant'
import type { Composition } from '@postrider/wiring/compose'
import { sandboxTenantPlan, smtpTenantPlan } from './demo-plans.js'
import { DEMO_VERSION, type DemoTenant, type DemoTenants } from './demo-tenant.js'
import { smtpSettings } from './smtp-settings.js'

const VALID_FOR_MS = 364 * DAY_MS

const READS: readonly CredentialAction[] = ['messages.read', 'billing.read', 'usage.read']

/** Refusals cannot happen here; an outage ends the demo with its cause. */
export class DemoTrouble extends Error {}

/** What a use case answered, or the end of the demo. */
export const expectRight = <A>(what: string, answer: E.Either<Outage, A>): A => {
  if (E.isLeft(answer)) throw new DemoTrouble(`${what}: ${answer.left.cause}`)
  return answer.right
}

type AccountForm = Pick<ProviderAccount, 'kind' | 'name' | 'channels' | 'settings' | 'maxConcurrent'>

/** An account at a provider that asks for no secrets. */
const accountOf = ({ ports: { ids, keyRing, clock } }: Composition, form: AccountForm): ProviderAccount => {
  const providerAccountId = ids.next('pac')
  return {
    ...form,
    providerAccountId,
    status: 'enabled',
    sealedSecrets: keyRing.seal('{}', secretsPlace(providerAccountId)),
    timeoutMs: 15_000,
    createdAtMs: clock.nowMs(),
  }
}

const bearerOf = async (
  { postrider, ports: { clock } }: Composition,
  { app }: Tenant,
  label: string,
  actions: readonly CredentialAction[],
): Promise<string> => {
  const expiresAtMs = clock.nowMs() + VALID_FOR_MS
  const issued = await postrider.issueCredential({ app, label, actions, channels: CHANNELS, expiresAtMs })()
  return expectRight('a credential could not be made', issued).bearer
}

const setUp = async (
  composition: Composition,
  plan: TenantPlan,
  account: ProviderAccount,
): Promise<DemoTenant> => {
  const tenant = expectRight(
    `the tenant ${plan.displayName} could not be set up`,
    await composition.postrider.provisionTenant(plan)(),
  )
  return {
    organizationId: tenant.organization.organizationId,
    brandId: tenant.brand.brandId,
    projectId: tenant.project.projectId,
    appId: tenant.app.appId,
    credential: await bearerOf(composition, tenant, 'demo', CREDENTIAL_ACTIONS),
    readOnlyCredential: await bearerOf(composition, tenant, 'demo, reads only', READS),
    templateIds: Object.fromEntries(
      tenant.templates.map(({ name, templateId }) => [name.slice('demo-'.length), templateId]),
    ),
    providerAccountId: account.providerAccountId,
  }
}

/** Makes the demo's three tenants; the one in production sends to the SMTP server on this port. */
export const setUpTenants = async (composition: Composition, smtpPort: number): Promise<DemoTenants> => {
  const nowMs = composition.ports.clock.nowMs()
  const sandbox = accountOf(composition, {
    kind: 'sandbox',
    name: 'Sandbox',
    channels: CHANNELS,
    settings: {},
    maxConcurrent: 64,
  })
  const smtp = accountOf(composition, {
    kind: 'smtp',
    name: 'Throwaway SMTP server',
    channels: ['email'],
    maxConcurrent: 4,
    settings: smtpSettings(smtpPort),
  })
  return {
    version: DEMO_VERSION,
    main: await setUp(composition, sandboxTenantPlan('Demo', sandbox, nowMs), sandbox),
    other: await setUp(composition, sandboxTenantPlan('Demo, another tenant', sandbox, nowMs), sandbox),
    production: await setUp(composition, smtpTenantPlan('Demo in production', smtp, nowMs), smtp),
  }
}
