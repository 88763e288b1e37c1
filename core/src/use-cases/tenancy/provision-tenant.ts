import type { Account } from '../../domain/ledger/account.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { PriceVersion } from '../../domain/pricing/price-version.js'
import type { App, Brand, Environment, Organization, Project } from '../../domain/tenancy/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { TemplateVersion } from '../../domain/templates/template.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { creditAccount } from '../accounts/credit-account.js'

/** A tenant to be set up, from its Organization down to one app that can send. */
export interface TenantPlan {
  readonly displayName: string
  readonly environment: Environment
  readonly currency: string
  /** The name under which legacy batches call its senders; undefined for none. */
  readonly legacySenderId?: string | undefined
  /** Prepaid from the start, minor units; 0 for none. */
  readonly creditMinor: number
  readonly configurations: ReadonlyArray<Omit<ChannelConfiguration, 'organizationId' | 'appId'>>
  /** Templates without identifiers; they are approved at once. */
  readonly templates: ReadonlyArray<
    Omit<TemplateVersion, 'templateId' | 'templateVersionId' | 'organizationId' | 'status'>
  >
  /** The Organization's own prices. */
  readonly prices: ReadonlyArray<Omit<PriceVersion, 'priceVersionId' | 'organizationId' | 'currency'>>
  /** Provider accounts that are not there yet. */
  readonly providerAccounts: readonly ProviderAccount[]
}

/** What was set up. */
export interface Tenant {
  readonly organization: Organization
  readonly brand: Brand
  readonly project: Project
  readonly app: App
  /** In the order of the plan. */
  readonly templates: readonly TemplateVersion[]
}

type Needs = Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests'>

const recordsOf = ({ ids, clock }: Needs, plan: TenantPlan): Tenant & { prices: readonly PriceVersion[] } => {
  const createdAtMs = clock.nowMs()
  const organizationId: OrganizationId = ids.next('org')
  const brandId = ids.next('brd')
  const projectId = ids.next('prj')
  const { displayName, environment, currency } = plan
  return {
    organization: {
      organizationId,
      displayName,
      legalName: displayName,
      createdAtMs,
      version: 1,
      status: 'active',
      defaultCurrency: currency,
      entitledChannels: plan.configurations.map(({ channel }) => channel),
    },
    brand: { brandId, organizationId, name: displayName, createdAtMs },
    project: { projectId, brandId, organizationId, name: displayName, environment, createdAtMs },
    app: {
      appId: ids.next('app'),
      projectId,
      brandId,
      organizationId,
      name: displayName,
      environment,
      createdAtMs,
      platform: 'server',
      status: 'active',
      restrictions: {},
      legacySenderId: plan.legacySenderId,
    },
    templates: plan.templates.map((template) => ({
      ...template,
      templateId: ids.next('tpl'),
      templateVersionId: ids.next('tpv'),
      organizationId,
      status: 'approved',
    })),
    prices: plan.prices.map((price) => ({
      ...price,
      priceVersionId: ids.next('prv'),
      organizationId,
      currency,
    })),
  }
}

/**
 * Sets a tenant up in one go, ready to send: for the demo, tests and the first steps of a self-hosted service,
 * before anybody could do it step by step. Prices take effect when their time comes; money is there at once.
 */
export const provisionTenant =
  (needs: Needs) =>
  (plan: TenantPlan): TE.TaskEither<Outage, Tenant> => {
    const { prices, ...tenant } = recordsOf(needs, plan)
    const { organization, brand, project, app, templates } = tenant
    const configurations = plan.configurations.map((configuration) => ({
      ...configuration,
      organizationId: organization.organizationId,
      appId: app.appId,
    }))
    const key = { organizationId: organization.organizationId, currency: plan.currency }
    const credit: TE.TaskEither<Outage, Account | undefined> =
      plan.creditMinor > 0 ? creditAccount(needs)(key, plan.creditMinor) : TE.right(undefined)
    return pipe(
      needs.storage.catalog.save({
        organizations: [organization],
        brands: [brand],
        projects: [project],
        apps: [app],
        providerAccounts: plan.providerAccounts,
        configurations,
        templates,
        prices,
      }),
      TE.flatMap(() => credit),
      TE.map(() => tenant),
    )
  }
