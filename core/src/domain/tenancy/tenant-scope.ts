import type { AppId, OrganizationId } from '../ids/id.js'

/** Whose rows a request may touch; made by the authenticator alone (docs/promises#tenant-isolation). */
export interface TenantScope {
  readonly organizationId: OrganizationId
  readonly appId: AppId
}
