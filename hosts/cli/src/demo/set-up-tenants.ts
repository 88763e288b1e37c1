import { CHANNELS } from '@postrider/core/domain/channels/channel'
import { isId } from '@postrider/core/domain/ids/id'
import { CREDENTIAL_ACTIONS, type CredentialAction } from '@postrider/core/domain/tenancy/credential'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import { DAY_MS, isoTime } from '@postrider/core/domain/time/epoch-ms'
import { secretsPlace } from '@postrider/core/use-cases/dispatch/open-providers'
import type { Composition } from '@postrider/wiring/compose'
import { BY_DEMO, type DemoOwner, demoOwner, DemoTrouble, expectRight } from './demo-owner.js'
import { type DemoPlan, sandboxPlan, smtpPlan } from './demo-plans.js'
import { DEMO_VERSION, type DemoTenant, type DemoTenants } from './demo-tenant.js'
import { equipApp } from './equip-app.js'
import { smtpSettings } from './smtp-settings.js'

const VALID_FOR_MS = 364 * DAY_MS

const READS: readonly CredentialAction[] = ['messages.read', 'billing.read', 'usage.read']

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
    version: 1,
  }
}

/** What the operations answer are identifiers of this service; the compiler learns it here. */
const known = <P extends 'org' | 'brd' | 'prj' | 'app'>(prefix: P, text: string) => {
  if (!isId(prefix, text)) throw new DemoTrouble(`${text} is no identifier`)
  return text
}

/** The Organization, its first app and its credentials, as its owner makes them. */
const register = async (owner: DemoOwner, { displayName, environment }: DemoPlan, nowMs: number) => {
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
    const grant = { appId: app.appId, environment, actions, channels: CHANNELS, expiresAt, label }
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

const setUp = async (
  { ports }: Composition,
  owner: DemoOwner,
  plan: DemoPlan,
  { providerAccountId }: ProviderAccount,
): Promise<DemoTenant> => {
  const registered = await register(owner, plan, ports.clock.nowMs())
  const equipped = await equipApp(ports)({
    ...BY_DEMO,
    appId: registered.appId,
    equipment: plan.equipment,
  })()
  const templates = expectRight(`the app of ${plan.displayName} could not be equipped`, equipped)
  return {
    ...registered,
    templateIds: Object.fromEntries(
      templates.map(({ name, templateId }) => [name.slice('demo-'.length), templateId]),
    ),
    providerAccountId,
  }
}

/** Makes the demo's people and their three tenants; the one in production sends to the SMTP server on this port. */
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
  const owner = await demoOwner(composition, 'asha@postrider.example', 'Asha')
  const stranger = await demoOwner(composition, 'stranger@postrider.example', 'A stranger')
  return {
    version: DEMO_VERSION,
    user: owner.user,
    main: await setUp(composition, owner, sandboxPlan('Demo', sandbox, nowMs), sandbox),
    other: await setUp(composition, stranger, sandboxPlan('Demo, another tenant', sandbox, nowMs), sandbox),
    production: await setUp(composition, owner, smtpPlan('Demo in production', smtp, nowMs), smtp),
  }
}
