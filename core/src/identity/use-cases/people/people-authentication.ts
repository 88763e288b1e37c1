import type { Digest } from '../../../kernel/digests/digest.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { SessionFacts, PeopleStorage } from '../../ports/people-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type Remembered, readCache } from '../../../kernel/caching/read-cache.js'
import type { Person } from '../callers/caller.js'

/** Authenticates signed-in people. */
export interface PeopleAuthentication {
  /**
   * The owner of the access token. Missing, malformed, unknown, expired, ended, of a disabled user or of
   * another boundary: all are Unauthenticated (docs/api/conventions#error-codes). The result may be cached
   * for at most a second.
   */
  authenticate(bearer: string | undefined): TE.TaskEither<Refusal | Outage, Person>
  /** The same person as of an epoch or later. */
  renew(person: Person, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Person>>
  /** The same person's present rights, in the unit that acts for them. */
  present(unit: UnitOfWork, person: Person, nowMs: EpochMs): Promise<E.Either<Refusal, Person>>
}

const SESSIONS_REMEMBERED = 10_000

/** Whether the token is valid at this moment (docs/api/sign-in#sessions). */
const letsIn = ({ token, session, user }: SessionFacts, nowMs: EpochMs): boolean =>
  token.kind === 'access' &&
  nowMs < token.expiresAtMs &&
  session.endedAtMs === undefined &&
  nowMs < session.untilMs &&
  user.status === 'active'

const personOf = (
  { value: facts, epoch }: Pick<Remembered<SessionFacts>, 'value' | 'epoch'>,
  proof: Digest,
): Person => ({ _tag: 'Person', audience: 'customerControl', facts, epoch, proof })

interface Needs {
  readonly storage: { readonly people: PeopleStorage }
  readonly clock: Clock
  readonly sessionTokens: SessionTokens
}

/** Authentication with a cache of the sessions used last. */
export const peopleAuthentication = ({ storage, sessionTokens, clock }: Needs): PeopleAuthentication => {
  const memory = readCache(clock, SESSIONS_REMEMBERED, (proof) => storage.people.bearer(proof)())

  const check = (
    proof: Digest,
    found: E.Either<Outage, Remembered<SessionFacts> | undefined>,
  ): E.Either<Refusal | Outage, Person> => {
    if (E.isLeft(found)) return found
    if (found.right === undefined || !letsIn(found.right.value, clock.nowMs()))
      return E.left(refusal('Unauthenticated'))
    return E.right(personOf(found.right, proof))
  }

  return {
    authenticate: (bearer) => async () => {
      const proof = bearer === undefined ? undefined : sessionTokens.verifierOf('access', bearer)
      return proof === undefined
        ? E.left(refusal('Unauthenticated'))
        : check(proof, await memory.lately(proof))
    },
    renew: async ({ proof }, atLeastEpoch) => check(proof, await memory.since(proof, atLeastEpoch)),
    present: async (unit, { proof }, nowMs) => {
      const facts = await unit.sessions.bearer(proof)
      return facts !== undefined && letsIn(facts, nowMs)
        ? E.right(personOf({ value: facts, epoch: unit.epoch }, proof))
        : E.left(refusal('Unauthenticated'))
    },
  }
}
