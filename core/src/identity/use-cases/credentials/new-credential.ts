import type { ServerCredential } from '../../../tenancy/domain/credential.js'
import type { App, Environment } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { BearerSecrets } from '../../ports/bearer-secrets.js'

/** The app of a credential, and its parents. */
type CredentialScope = Pick<App, 'organizationId' | 'brandId' | 'projectId' | 'appId' | 'environment'>

/** The rights and lifetime of a credential. */
type CredentialPowers = Pick<ServerCredential, 'actions' | 'channels' | 'label' | 'expiresAtMs'>

/** The creator of a credential. */
export type CredentialOrigin = Pick<ServerCredential, 'createdBy' | 'createdByKey'>

/** A credential and its bearer value, which can't be shown again. */
interface IssuedCredential {
  readonly credential: ServerCredential
  readonly bearer: string
}

interface Needs {
  readonly ids: Ids
  readonly bearerSecrets: BearerSecrets<Environment>
}

/**
 * Creates a server credential (docs/api/access#server-credentials), not stored yet. It contains only the
 * verifier of its secret.
 */
export const newCredential = (
  { ids, bearerSecrets }: Needs,
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
