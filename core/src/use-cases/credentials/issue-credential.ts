import type { Channel } from '../../domain/channels/channel.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { CredentialAction, ServerCredential } from '../../domain/tenancy/credential.js'
import type { App } from '../../domain/tenancy/records.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { pipe, TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'

/** What a new credential may do. */
export interface CredentialGrant {
  readonly app: App
  readonly actions: readonly CredentialAction[]
  readonly channels: readonly Channel[]
  readonly label: string
  readonly expiresAtMs: EpochMs
}

/** A credential and its bearer value, which nobody can show again. */
export interface IssuedCredential {
  readonly credential: ServerCredential
  readonly bearer: string
}

/** Makes a server credential for an app (specification 2.10). Only its verifier is kept. */
export const issueCredential =
  ({ storage, clock, ids, bearerSecrets }: Pick<Ports, 'storage' | 'clock' | 'ids' | 'bearerSecrets'>) =>
  ({ app, ...grant }: CredentialGrant): TE.TaskEither<Outage, IssuedCredential> => {
    const { bearer, selector, verifier } = bearerSecrets.create(app.environment)
    const { organizationId, brandId, projectId, appId, environment } = app
    const credential: ServerCredential = {
      credentialId: ids.next('crd'),
      organizationId,
      brandId,
      projectId,
      appId,
      environment,
      ...grant,
      selector,
      verifier,
      createdAtMs: clock.nowMs(),
      revokedAtMs: undefined,
    }
    return pipe(
      storage.catalog.save({ credentials: [credential] }),
      TE.map(() => ({ credential, bearer })),
    )
  }
