import type { Channel } from '@postrider/core/domain/channels/channel'
import type {
  AppId,
  BrandId,
  OrganizationId,
  ProjectId,
  ProviderAccountId,
  TemplateId,
} from '@postrider/core/domain/ids/id'

/** A tenant of the demo as it is remembered: with the credentials that nobody else could show again. */
export interface DemoTenant {
  readonly organizationId: OrganizationId
  readonly brandId: BrandId
  readonly projectId: ProjectId
  readonly appId: AppId
  readonly credential: string
  readonly readOnlyCredential: string
  readonly templateIds: Readonly<Partial<Record<Channel, TemplateId>>>
  readonly providerAccountId: ProviderAccountId
}

/** The demo's tenants: the one that is shown, a stranger to it, and one in production. */
export interface DemoTenants {
  readonly main: DemoTenant
  readonly other: DemoTenant
  readonly production: DemoTenant
}
