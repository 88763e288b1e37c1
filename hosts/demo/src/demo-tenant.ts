import type { AppId, BrandId, OrganizationId, ProjectId, TemplateId } from '@postrider/core/kernel/ids/id'
import type { ChannelAccount } from './demo-accounts.js'
import type { DemoAdmins } from './demo-admins.js'
import type { DemoUser } from './demo-callers.js'

/** The demo's templates: one called after each channel that is shown, one for SMS to India, and those that carry an OTP. */
export type DemoTemplate = 'sms' | 'whatsapp' | 'email' | 'smsIndia' | 'otpSms' | 'otpWhatsapp'

/** A tenant of the demo as it is remembered: with the credentials that nobody else could show again. */
export interface DemoTenant {
  readonly organizationId: OrganizationId
  readonly brandId: BrandId
  readonly projectId: ProjectId
  readonly appId: AppId
  readonly credential: string
  readonly readOnlyCredential: string
  /** Of an Agent that may do all that customer keys may. */
  readonly customerKey: string
  readonly templateIds: Readonly<Partial<Record<DemoTemplate, TemplateId>>>
  readonly accounts: readonly ChannelAccount[]
}

/** The tenant of the demo's traffic, and who owns it. */
export interface TrafficTenant extends DemoTenant {
  readonly owner: DemoUser
}

/** What is remembered of a demo; of another version it is not used. */
export const DEMO_VERSION = 5

/** The demo's tenants: the one that is shown, a stranger to it, and one in production. */
export interface DemoTenants extends DemoAdmins {
  /** Who owns the one that is shown and the one in production. */
  readonly user: DemoUser
  /** Of an Agent for whom the first super admin answers. */
  readonly adminKey: string
  /** Made anew each time: it lasts a day. */
  readonly bootstrapKey: string
  readonly main: DemoTenant
  readonly other: DemoTenant
  readonly production: DemoTenant
  /** Once a demo has had traffic. */
  readonly traffic?: TrafficTenant
  readonly version: number
}
