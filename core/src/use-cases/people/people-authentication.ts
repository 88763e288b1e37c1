import type { Digest } from '../../domain/ledger/digest.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { SessionFacts } from '../../ports/storage/people-storage.js'
import { type Remembered, remembering } from '../catalog/remembering.js'

/** A signed-in person: whose access token it was at an epoch, and what it takes to look again. */
export interface Principal {
  readonly audience: 'customerControl'
  readonly facts: SessionFacts
  readonly epoch: number
  /** The verifier of the access token. */
  readonly proof: Digest
}

/** Recognises signed-in people. */
export interface PeopleAuthentication {
  /**
   * Whom the access token belongs to. Missing, malformed, unknown, expired, ended, of a disabled user or of another
   * boundary: all are Unauthenticated (decisions 2). May answer from memory, of a second ago at the most.
   */
  authenticate(bearer: string | undefined): TE.TaskEither<Refusal | Outage, Principal>
  /** The same person as of an epoch or later. */
  renew(principal: Principal, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Principal>>
}

const SESSIONS_REMEMBERED = 10_000

/** Whether the token lets its user in at this moment (decisions 7). */
export const letsIn = ({ token, session, user }: SessionFacts, nowMs: EpochMs): boolean =>
  token.kind === 'access' &&
  nowMs < token.expiresAtMs &&
  session.endedAtMs === undefined &&
  nowMs < session.untilMs &&
  user.status === 'active'

/** Authentication with a memory of the sessions used last. */
export const peopleAuthentication = ({
  storage,
  sessionTokens,
  clock,
}: Pick<Ports, 'storage' | 'sessionTokens' | 'clock'>): PeopleAuthentication => {
  const memory = remembering(clock, SESSIONS_REMEMBERED, (proof) => storage.people.bearer(proof)())

  const check = (
    proof: Digest,
    found: E.Either<Outage, Remembered<SessionFacts> | undefined>,
  ): E.Either<Refusal | Outage, Principal> => {
    if (E.isLeft(found)) return found
    if (found.right === undefined || !letsIn(found.right.value, clock.nowMs()))
      return E.left(refusal('Unauthenticated'))
    return E.right({ audience: 'customerControl', facts: found.right.value, epoch: found.right.epoch, proof })
  }

  return {
    authenticate: (bearer) => async () => {
      const proof = bearer === undefined ? undefined : sessionTokens.verifierOf('access', bearer)
      return proof === undefined
        ? E.left(refusal('Unauthenticated'))
        : check(proof, await memory.lately(proof))
    },
    renew: async ({ proof }, atLeastEpoch) => check(proof, await memory.since(proof, atLeastEpoch)),
  }
}
