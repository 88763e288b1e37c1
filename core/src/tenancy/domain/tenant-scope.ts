import type { AppId, MessageId, OrganizationId } from '../../kernel/ids/id.js'

/** Whose rows a request may touch; made by the authenticator alone (docs/promises#tenant-isolation). */
export interface TenantScope {
  readonly organizationId: OrganizationId
  readonly appId: AppId
}

/** Whose message, and which. */
export interface MessageQuestion {
  readonly scope: TenantScope
  readonly messageId: MessageId
}
