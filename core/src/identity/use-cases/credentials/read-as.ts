import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { CredentialAction } from '../../../tenancy/domain/credential.js'
import type { TenantScope } from '../../../tenancy/domain/tenant-scope.js'
import { E, type TE } from '../../../fp.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { Authentication } from './authentication.js'
import type { Server } from '../callers/caller.js'

/** The rows that a caller may see. */
export const scopeOf = ({ credential }: Server): TenantScope => ({
  organizationId: credential.organizationId,
  appId: credential.appId,
})

declare const grants: unique symbol

/**
 * A server whose credential grants the action; only {@link requireAction} says so. Use cases take it in the place of a
 * server, so that the right is asked for once, before anything else is looked at, and cannot be forgotten.
 */
export type Granted<A extends CredentialAction> = Server & { readonly [grants]: (action: A) => void }

/** Refuses a server whose credential lacks the action (docs/contract#error-codes). */
export const requireAction = <A extends CredentialAction>(
  server: Server,
  action: A,
): E.Either<Refusal, Granted<A>> =>
  server.credential.actions.includes(action)
    ? E.right(server as Granted<A>)
    : E.left(refusal('ActionNotGranted'))

/**
 * Reads on behalf of a caller and then makes sure that it still was one at that moment: the reading brings the
 * catalog's epoch along, and if something of the caller's Organization changed after its credential was read, the credential is
 * read again before anything is shown. A revocation is thus effective for the next request, at no extra round trip.
 */
export const readAs =
  (authentication: Authentication) =>
  <A, X extends CredentialAction>(
    caller: Granted<X>,
    action: X,
    read: (scope: TenantScope) => TE.TaskEither<Outage, AsOf<A>>,
  ): TE.TaskEither<Refusal | Outage, A> =>
  async () => {
    const answer = await read(scopeOf(caller))()
    if (E.isLeft(answer)) return answer
    if (answer.right.epoch === caller.epoch) return E.right(answer.right.value)
    const renewed = await authentication.confirm(caller, answer.right.epoch)
    if (E.isLeft(renewed)) return renewed
    const still = requireAction(renewed.right, action)
    return E.isLeft(still) ? still : E.right(answer.right.value)
  }
