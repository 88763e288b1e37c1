import type { AuthCheck } from '@postrider/contracts/auth/auth-check'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'

/** The identity and permissions of a credential (docs/api/access#server-credentials). */
export const authCheckBody = (credential: ServerCredential, requestId: string): AuthCheck => ({
  organizationId: credential.organizationId,
  brandId: credential.brandId,
  projectId: credential.projectId,
  appId: credential.appId,
  environment: credential.environment,
  actions: [...credential.actions],
  channels: [...credential.channels],
  credentialId: credential.credentialId,
  label: credential.label,
  expiresAt: isoTime(credential.expiresAtMs),
  requestId,
})
