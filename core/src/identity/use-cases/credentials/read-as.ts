import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { actionNotGranted } from '../../../kernel/refusals/specific-refusals.js'
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
 * A server whose credential grants the action; only {@link requireAction} creates it. Use cases take it
 * instead of a server, so that the right is checked once, before anything else, and can't be forgotten.
 */
export type Granted<A extends CredentialAction> = Server & { readonly [grants]: (action: A) => void }

/** Refuses a server whose credential lacks the action (docs/api/conventions#error-codes). */
export const requireAction = <A extends CredentialAction>(
  server: Server,
  action: A,
): E.Either<Refusal, Granted<A>> =>
  server.credential.actions.includes(action)
    ? E.right(server as Granted<A>)
    : E.left(actionNotGranted(action))

/**
 * Reads for a caller and then verifies that the caller was still valid at that moment. The read returns the
 * catalog's epoch. If the caller's Organization has changed since its credential was read, the credential is
 * read again before anything is shown. A revocation thus takes effect with the next request, usually without
 * another round trip.
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
