import type { Channel } from '@postrider/core/domain/channels/channel'
import type {
  AppId,
  BrandId,
  OrganizationId,
  ProjectId,
  ProviderAccountId,
  TemplateId,
} from '@postrider/core/domain/ids/id'
import type { DemoUser } from './demo-owner.js'

/** The demo's templates: one for each channel, and those that carry a passcode. */
export type DemoTemplate = Channel | 'otpSms' | 'otpWhatsapp'

/** A tenant of the demo as it is remembered: with the credentials that nobody else could show again. */
export interface DemoTenant {
  readonly organizationId: OrganizationId
  readonly brandId: BrandId
  readonly projectId: ProjectId
  readonly appId: AppId
  readonly credential: string
  readonly readOnlyCredential: string
  readonly templateIds: Readonly<Partial<Record<DemoTemplate, TemplateId>>>
  readonly providerAccountId: ProviderAccountId
}

/** What is remembered of a demo; of another version it is not believed. */
export const DEMO_VERSION = 3

/** The demo's tenants: the one that is shown, a stranger to it, and one in production. */
export interface DemoTenants {
  /** Who owns the one that is shown and the one in production. */
  readonly user: DemoUser
  readonly main: DemoTenant
  readonly other: DemoTenant
  readonly production: DemoTenant
  readonly version: number
}
