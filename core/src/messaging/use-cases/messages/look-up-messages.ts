import { identitiesUnder } from '../../domain/messages/idempotency.js'
import type { ShownMessage } from '../../domain/messages/message.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { TE } from '../../../fp.js'
import type { ProjectionStorage } from '../../ports/projection-storage.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs } from '../../../identity/use-cases/credentials/read-as.js'

/** The criterion of a lookup. */
export type LookUp =
  | { readonly _tag: 'ByKey'; readonly idempotencyKey: string }
  | { readonly _tag: 'ByReference'; readonly clientReference: string; readonly limit: number }

interface Needs {
  readonly storage: { readonly projections: ProjectionStorage }
  readonly digests: Digests
}

/**
 * Shows whether a message was sent, without sending again (docs/api/sending#message-look-up). Returns the
 * app's messages, newest first, at most `limit` for a reference; an empty result isn't an error.
 */
export const lookUpMessages = ({ storage, digests }: Needs, authentication: Authentication) => {
  const read = readAs(authentication)
  return (
    caller: Granted<'messages.read'>,
    lookUp: LookUp,
  ): TE.TaskEither<Refusal | Outage, readonly ShownMessage[]> =>
    read(caller, 'messages.read', (scope) =>
      lookUp._tag === 'ByKey'
        ? storage.projections.messagesByKeys(
            scope,
            identitiesUnder(scope, lookUp.idempotencyKey, digests.sha256),
          )
        : storage.projections.messagesByReference(scope, lookUp.clientReference, lookUp.limit),
    )
}
