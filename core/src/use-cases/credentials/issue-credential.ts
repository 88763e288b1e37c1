import type { Outage } from '../../domain/refusals/outage.js'
import type { ServerCredential } from '../../domain/tenancy/credential.js'
import type { App } from '../../domain/tenancy/records.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** Whose a credential is: one app's, with all that the app belongs to. */
type CredentialScope = Pick<App, 'organizationId' | 'brandId' | 'projectId' | 'appId' | 'environment'>

/** What a credential may do, and for how long. */
type CredentialPowers = Pick<ServerCredential, 'actions' | 'channels' | 'label' | 'expiresAtMs'>

/** What a new credential may do. */
export interface CredentialGrant extends CredentialPowers {
  readonly app: App
}

/** A credential and its bearer value, which nobody can show again. */
export interface IssuedCredential {
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
  }
  return { credential, bearer }
}

/** Makes a server credential for an app and keeps it: for the first steps, before anybody is there who may. */
export const issueCredential =
  ({ storage, clock, ...needs }: Pick<Ports, 'storage' | 'clock' | 'ids' | 'bearerSecrets'>) =>
  ({ app, ...powers }: CredentialGrant): TE.TaskEither<Outage, IssuedCredential> => {
    const issued = newCredential(needs, app, powers, clock.nowMs())
    return pipe(
      storage.catalog.save({ credentials: [issued.credential] }),
      TE.map(() => issued),
    )
  }
