import type { AppId, OrganizationId } from '../ids/id.js'

/** Whose rows a request may touch; made by the authenticator alone (reliability F9). */
export interface TenantScope {
  readonly organizationId: OrganizationId
  readonly appId: AppId
}
