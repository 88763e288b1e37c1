import type { ServerCredential } from '../../../tenancy/domain/credential.js'
import type { App } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'

/** Whose a credential is: one app's, with all that the app belongs to. */
type CredentialScope = Pick<App, 'organizationId' | 'brandId' | 'projectId' | 'appId' | 'environment'>

/** What a credential may do, and for how long. */
type CredentialPowers = Pick<ServerCredential, 'actions' | 'channels' | 'label' | 'expiresAtMs'>

/** Who creates a credential. */
export type CredentialOrigin = Pick<ServerCredential, 'createdBy' | 'createdByKey'>

/** A credential and its bearer value, which nobody can show again. */
interface IssuedCredential {
  readonly credential: ServerCredential
  readonly bearer: string
}

/**
 * Makes a server credential (docs/contract#server-credentials), which is nowhere kept yet. Only its verifier is
 * part of it.
 */
export const newCredential = (
  { ids, bearerSecrets }: Pick<Ports, 'ids' | 'bearerSecrets'>,
  { organizationId, brandId, projectId, appId, environment }: CredentialScope,
  { actions, channels, label, expiresAtMs }: CredentialPowers,
  { createdBy, createdByKey }: CredentialOrigin,
  createdAtMs: EpochMs,
): IssuedCredential => {
  const { bearer, selector, verifier } = bearerSecrets.create(environment)
  const credential: ServerCredential = {
    credentialId: ids.next('crd'),
    organizationId,
    brandId,
    projectId,
    appId,
    environment,
    selector,
    verifier,
    actions,
    channels,
    label,
    createdAtMs,
    expiresAtMs,
    revokedAtMs: undefined,
    createdBy,
    createdByKey,
  }
  return { credential, bearer }
}
