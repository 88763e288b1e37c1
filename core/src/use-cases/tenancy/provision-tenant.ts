import type { Account } from '../../domain/ledger/account.js'
import type { OrganizationId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { App, Brand, Environment, Organization, Project } from '../../domain/tenancy/records.js'
import type { TemplateVersion } from '../../domain/templates/template.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { creditAccount } from '../accounts/credit-account.js'
import { type Equipment, equipmentOf } from './equip-app.js'

/** A tenant to be set up, from its Organization down to one app that can send. */
export interface TenantPlan extends Equipment {
  readonly displayName: string
  readonly environment: Environment
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

const recordsOf = (
  { ids, clock }: Needs,
  { displayName, environment, currency, configurations }: TenantPlan,
): Omit<Tenant, 'templates'> => {
  const createdAtMs = clock.nowMs()
  const organizationId: OrganizationId = ids.next('org')
  const brandId = ids.next('brd')
  const projectId = ids.next('prj')
  return {
    organization: {
      organizationId,
      displayName,
      legalName: displayName,
      createdAtMs,
      version: 1,
      status: 'active',
      defaultCurrency: currency,
      entitledChannels: configurations.map(({ channel }) => channel),
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
      legacySenderId: undefined,
    },
  }
}

/**
 * Sets a tenant up in one go, ready to send, without people: for tests and benchmarks, and for embedders who keep their
 * tenants elsewhere. Prices take effect when their time comes; money is there at once.
 */
export const provisionTenant =
  (needs: Needs) =>
  (plan: TenantPlan): TE.TaskEither<Outage, Tenant> => {
    const tenant = recordsOf(needs, plan)
    const { organization, brand, project } = tenant
    const records = equipmentOf(needs, tenant.app, plan)
    const { templates } = records
    const app = { ...tenant.app, legacySenderId: plan.legacySenderId }
    const key = { organizationId: organization.organizationId, currency: plan.currency }
    const credit: TE.TaskEither<Outage, Account | undefined> =
      plan.creditMinor > 0 ? creditAccount(needs)(key, plan.creditMinor) : TE.right(undefined)
    return pipe(
      needs.storage.catalog.save({
        ...records,
        organizations: [organization],
        brands: [brand],
        projects: [project],
      }),
      TE.flatMap(() => credit),
      TE.map(() => ({ organization, brand, project, app, templates })),
    )
  }
