import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { App } from '@postrider/core/tenancy/domain/records'
import { pipe, TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { newCredential } from '@postrider/core/identity/use-cases/credentials/new-credential'

type Context = Pick<Ports, 'storage' | 'clock' | 'ids' | 'bearerSecrets'>

/** The owner of a credential, and its permissions. */
interface Grant extends Pick<ServerCredential, 'actions' | 'channels' | 'label' | 'expiresAtMs'> {
  readonly app: App
}

const NOBODY = { createdBy: undefined, createdByKey: undefined }

/** A stored credential of the app with its bearer value, created without permission checks. */
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
