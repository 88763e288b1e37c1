import type { Bulk } from '../domain/bulk.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { OperatorSessionStorage } from '../../identity/ports/cookie-session-storage.js'
import type { PeopleStorage } from '../../identity/ports/people-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { Operator } from '../../identity/use-cases/callers/caller.js'
import { operatorIn, passwordDigestOf } from '../../identity/use-cases/people/operator-authentication.js'

const unauthenticated = E.left(refusal('Unauthenticated'))

interface Needs {
  readonly storage: { readonly operatorSessions: OperatorSessionStorage; readonly people: PeopleStorage }
  readonly clock: Clock
  readonly digests: Digests
}

/**
 * The bulk's owner with their current permissions: from their session, if it has one, else from their
 * password digest. The runner checks again in the unit of each item. Unauthenticated if either is no longer
 * valid.
 */
export const operatorOfBulk = async (
  { storage, clock, digests }: Needs,
  { ownerId: userId, passwordDigest, confirmedAtMs, sessionVerifier }: Bulk,
): Promise<E.Either<Refusal | Outage, Operator>> => {
  if (sessionVerifier !== undefined) {
    const found = await storage.operatorSessions.bearer(sessionVerifier)()
    return E.isLeft(found) ? found : operatorIn({ digests }, found.right, clock.nowMs())
  }
  const found = await storage.people.operator(userId)()
  if (E.isLeft(found)) return found
  const { epoch, value: facts } = found.right
  if (facts === undefined || passwordDigestOf(digests, facts.user) !== passwordDigest) return unauthenticated
  const { passwordHash } = facts.user
  const proof = { userId, passwordHash, confirmedAtMs, session: undefined }
  return E.right({ _tag: 'Operator', audience: 'adminConsole', facts, epoch, proof })
}
