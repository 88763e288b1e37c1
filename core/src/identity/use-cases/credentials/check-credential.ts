import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { ServerCredential } from '../../../tenancy/domain/credential.js'
import { E, type TE } from '../../../fp.js'
import type { EpochStorage } from '../../../kernel/ports/epoch-storage.js'
import type { Authentication } from './authentication.js'
import type { Server } from '../callers/caller.js'

/**
 * The present rights of a credential (docs/api/access#server-credentials, `GET /v1/auth/check`); never
 * cached.
 */
export const checkCredential =
  ({ storage }: { readonly storage: { readonly catalog: EpochStorage } }, authentication: Authentication) =>
  (caller: Server): TE.TaskEither<Refusal | Outage, ServerCredential> =>
  async () => {
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const renewed = await authentication.renew(caller, epoch.right)
    return E.isLeft(renewed) ? renewed : E.right(renewed.right.credential)
  }
