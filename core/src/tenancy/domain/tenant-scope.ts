import type { AppId, MessageId, OrganizationId } from '../../kernel/ids/id.js'

/**
 * The tenant whose rows a request may access; created only by the authenticator
 * (docs/promises#tenant-isolation).
 */
export interface TenantScope {
  readonly organizationId: OrganizationId
  readonly appId: AppId
}

/** A message within a tenant's scope. */
export interface MessageQuestion {
  readonly scope: TenantScope
  readonly messageId: MessageId
}
