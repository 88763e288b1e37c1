import type { AppId, BrandId, OrganizationId, ProjectId, TemplateId } from '@postrider/core/kernel/ids/id'
import type { ChannelAccount } from './demo-accounts.js'
import type { DemoAdmins } from './demo-admins.js'
import type { DemoUser } from './demo-callers.js'

/**
 * The demo's templates: one named after each channel in the demo, one for SMS to India, and those with an
 * OTP.
 */
export type DemoTemplate = 'sms' | 'whatsapp' | 'email' | 'smsIndia' | 'otpSms' | 'otpWhatsapp'

/** A tenant of the demo as it is stored, with its credentials, which can't be shown again. */
export interface DemoTenant {
  readonly organizationId: OrganizationId
  readonly brandId: BrandId
  readonly projectId: ProjectId
  readonly appId: AppId
  readonly credential: string
  readonly readOnlyCredential: string
  /** The key of an Agent with all permissions of customer keys. */
  readonly customerKey: string
  readonly templateIds: Readonly<Partial<Record<DemoTemplate, TemplateId>>>
  readonly accounts: readonly ChannelAccount[]
}

/** The tenant of the demo's traffic, and its owner. */
export interface TrafficTenant extends DemoTenant {
  readonly owner: DemoUser
}

/** The version of the stored data; data of another version isn't used. */
export const DEMO_VERSION = 5

/** The demo's tenants: the main one, an unrelated one, and one in production. */
export interface DemoTenants extends DemoAdmins {
  /** The owner of the main tenant and of the one in production. */
  readonly user: DemoUser
  /** The key of an Agent for whom the first super admin is responsible. */
  readonly adminKey: string
  /** Created each time, because it expires after a day. */
  readonly bootstrapKey: string
  readonly main: DemoTenant
  readonly other: DemoTenant
  readonly production: DemoTenant
  /** Set once a demo has had traffic. */
  readonly traffic?: TrafficTenant
  readonly version: number
}
