import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { App } from '@postrider/core/tenancy/domain/records'
import { pipe, TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { newCredential } from '@postrider/core/identity/use-cases/credentials/new-credential'

type Context = Pick<Ports, 'storage' | 'clock' | 'ids' | 'bearerSecrets'>

/** Whose a credential is, and what it may do. */
interface Grant extends Pick<ServerCredential, 'actions' | 'channels' | 'label' | 'expiresAtMs'> {
  readonly app: App
}

const NOBODY = { createdBy: undefined, createdByKey: undefined }

/** A credential of the app that is kept, and its bearer value, with nobody asked. */
export const issueCredential =
  ({ storage, clock, ...context }: Context) =>
  ({
    app,
    ...powers
  }: Grant): TE.TaskEither<Outage, { readonly credential: ServerCredential; readonly bearer: string }> => {
    const issued = newCredential(context, app, powers, NOBODY, clock.nowMs())
    return pipe(
      storage.catalog.save({ credentials: [issued.credential] }),
      TE.map(() => issued),
    )
  }
