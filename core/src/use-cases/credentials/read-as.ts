import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { CredentialAction } from '../../domain/tenancy/credential.js'
import type { TenantScope } from '../../domain/tenancy/tenant-scope.js'
import { E, type TE } from '../../fp.js'
import type { AsOf } from '../../ports/storage/projection-storage.js'
import type { Authentication } from './authentication.js'
import type { Server } from '../callers/caller.js'

/** The rows that a caller may see. */
export const scopeOf = ({ credential }: Server): TenantScope => ({
  organizationId: credential.organizationId,
  appId: credential.appId,
})

/** Refuses a caller whose credential lacks the action (docs/contract#error-codes). */
export const requireAction = (caller: Server, action: CredentialAction): E.Either<Refusal, Server> =>
  caller.credential.actions.includes(action) ? E.right(caller) : E.left(refusal('ActionNotGranted'))

/**
 * Reads on behalf of a caller and then makes sure that he still was one at that moment: the reading brings the
 * catalog's epoch along, and if it is not the one his credential was seen at, the credential is looked at again
 * before anything is shown. A revocation is thus effective for the next request, at no extra round trip.
 */
export const readAs =
  (authentication: Authentication) =>
  <A>(
    caller: Server,
    action: CredentialAction,
    read: (scope: TenantScope) => TE.TaskEither<Outage, AsOf<A>>,
  ): TE.TaskEither<Refusal | Outage, A> =>
  async () => {
    const granted = requireAction(caller, action)
    if (E.isLeft(granted)) return granted
    const answer = await read(scopeOf(caller))()
    if (E.isLeft(answer)) return answer
    if (answer.right.epoch === caller.epoch) return E.right(answer.right.value)
    const renewed = await authentication.renew(caller, answer.right.epoch)
    if (E.isLeft(renewed)) return renewed
    const still = requireAction(renewed.right, action)
    return E.isLeft(still) ? still : E.right(answer.right.value)
  }
