import { isPersonSessionOver } from '../../domain/people/person-session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { PersonSessionFacts, PersonSessionStorage } from '../../ports/cookie-session-storage.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { WebsiteUser } from '../callers/caller.js'
import { passwordDigestOf } from './operator-authentication.js'

/** Looks up people at the website again. */
export interface WebsiteAuthentication {
  /** The same person as of an epoch or later; Unauthenticated if their session has ended. */
  renew(user: WebsiteUser, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, WebsiteUser>>
  /** The same person's present rights, in the unit that acts for them. */
  present(unit: UnitOfWork, user: WebsiteUser, nowMs: EpochMs): Promise<E.Either<Refusal, WebsiteUser>>
}

const unauthenticated = E.left(refusal('Unauthenticated'))

/**
 * The person who owns a session, as of a moment. Unauthenticated if it has ended, was idle for too long, or
 * the user has changed, without distinction.
 */
export const websiteUserIn = (
  { digests }: { readonly digests: Digests },
  { value: facts, epoch }: AsOf<PersonSessionFacts | undefined>,
  nowMs: EpochMs,
): E.Either<Refusal, WebsiteUser> => {
  if (facts === undefined || facts.user.status !== 'active') return unauthenticated
  const { session, user } = facts
  if (passwordDigestOf(digests, user) !== session.passwordDigest) return unauthenticated
  if (isPersonSessionOver(session, nowMs)) return unauthenticated
  return E.right({ _tag: 'WebsiteUser', audience: 'customerWebsite', facts, epoch })
}

interface Needs {
  readonly storage: { readonly personSessions: PersonSessionStorage }
  readonly clock: Clock
  readonly digests: Digests
}

/** Authentication of people at the website: each lookup queries the database, which returns its epoch. */
export const websiteAuthentication = (needs: Needs): WebsiteAuthentication => ({
  renew: async ({ facts: { session } }) => {
    const found = await needs.storage.personSessions.bearer(session.verifier)()
    return E.isLeft(found) ? found : websiteUserIn(needs, found.right, needs.clock.nowMs())
  },
  present: async (unit, { facts: { session } }, nowMs) => {
    const value = await unit.personSessions.bearer(session.verifier)
    return websiteUserIn(needs, { value, epoch: unit.epoch }, nowMs)
  },
})
