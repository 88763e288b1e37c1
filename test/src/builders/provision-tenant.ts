import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { App, Brand, Environment, Organization, Project } from '@postrider/core/tenancy/domain/records'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/tenancy/domain/service-configuration'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { pipe, TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { creditAccount } from './credit-account.js'

type Context = Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests'>

/** The plan of a tenant, from its organization to an app that can send. */
export interface TenantPlan {
  readonly displayName: string
  readonly environment: Environment
  readonly currency: string
  /** The sender id of its senders in legacy batches; undefined for none. */
  readonly legacySenderId?: string | undefined
  /** The initial credit in minor units; 0 for none. */
  readonly creditMinor: number
  readonly configurations: ReadonlyArray<
    Omit<ChannelConfiguration, 'organizationId' | 'appId' | 'routing' | 'version'>
  >
  /** Templates without identifiers, which are approved at once. */
  readonly templates: ReadonlyArray<
    Omit<
      TemplateVersion,
      'templateId' | 'templateVersionId' | 'organizationId' | 'status' | 'isForSandbox' | 'variantOf'
    >
  >
  /** The organization's own prices. */
  readonly prices: ReadonlyArray<Omit<PriceVersion, 'priceVersionId' | 'organizationId' | 'currency'>>
  /** Provider accounts to create. */
  readonly providerAccounts: readonly ProviderAccount[]
}

/** The created tenant. */
export interface Tenant {
  readonly organization: Organization
  readonly brand: Brand
  readonly project: Project
  readonly app: App
  /** In the order of the plan. */
  readonly templates: readonly TemplateVersion[]
}

/** The records of a new tenant, not stored yet. */
export const newTenantRecords = (
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  plan: Pick<TenantPlan, 'displayName' | 'environment' | 'currency' | 'configurations' | 'legacySenderId'>,
): Omit<Tenant, 'templates'> => {
  const { displayName, environment, currency, configurations, legacySenderId } = plan
  const createdAtMs = clock.nowMs()
  const organizationId = ids.next('org')
  const brandId = ids.next('brd')
  const projectId = ids.next('prj')
  const organization: Organization = {
    organizationId,
    displayName,
    legalName: displayName,
    createdAtMs,
    version: 1,
    status: 'active',
    defaultCurrency: currency,
    entitledChannels: configurations.map(({ channel }) => channel),
    closedTestChannels: [],
    requiresSecondFactor: false,
  }
  const place = { organizationId, name: displayName, createdAtMs }
  const project = { ...place, brandId, projectId, environment }
  const app: App = {
    ...project,
    appId: ids.next('app'),
    platform: 'server',
    status: 'active',
    restrictions: {},
    legacySenderId,
    keywordReplies: {},
    languages: undefined,
    disabledAtMs: undefined,
    version: 1,
  }
  return { organization, brand: { ...place, brandId }, project, app }
}

/**
 * Creates a tenant that is ready to send, without people and without approvals, which only tests may do.
 * Prices take effect at their time; the credit is available at once.
 */
export const provisionTenant =
  (context: Context) =>
  (plan: TenantPlan): TE.TaskEither<Outage, Tenant> => {
    const { storage, ids } = context
    const { organization, brand, project, app } = newTenantRecords(context, plan)
    const { organizationId, appId } = app
    const { currency, creditMinor, providerAccounts } = plan
    const templates: readonly TemplateVersion[] = plan.templates.map((template) => ({
      ...template,
      templateId: ids.next('tpl'),
      templateVersionId: ids.next('tpv'),
      organizationId,
      status: 'approved',
      isForSandbox: false,
      variantOf: undefined,
    }))
    const saved: TE.TaskEither<Outage, void> = storage.catalog.save({
      organizations: [organization],
      brands: [brand],
      projects: [project],
      apps: [app],
      providerAccounts,
      configurations: plan.configurations.map((one) => ({
        ...one,
        organizationId,
        appId,
        routing: undefined,
        version: 1,
      })),
      templates,
      prices: plan.prices.map((price) => ({
        ...price,
        priceVersionId: ids.next('prv'),
        organizationId,
        currency,
      })),
    })
    const credit = creditAccount(context)
    const environment = plan.environment
    return pipe(
      saved,
      TE.flatMap(() =>
        creditMinor > 0
          ? credit({ organizationId, environment, currency }, creditMinor)
          : TE.right(undefined),
      ),
      TE.map(() => ({ organization, brand, project, app, templates })),
    )
  }
