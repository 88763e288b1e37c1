import type { AuditEvent, Origin } from '../../domain/audit/audit-event.js'
import type { SessionId } from '../../domain/ids/id.js'
import type { User } from '../../domain/people/user.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import { type AuditNeeds, recordAct } from '../audit/record-act.js'
import { queued } from '../concurrency/queued.js'
import type { Claim, ProvenIdentity, ProveIdentity, ProvingNeeds } from './prove-identity.js'
import { isCrowded, makeRoom, type UserSessions } from './user-sessions.js'
import { clearAttempts } from './throttled-attempts.js'

export type SigningInNeeds = ProvingNeeds & AuditNeeds

/** A session that was added to a unit. */
interface AddedSession<R> {
  readonly sessionId: SessionId
  /** What who signs in is given, once it is committed. */
  readonly answer: R
}

/** How sessions of a kind begin, whose owners prove who they are by address and password alone. */
export interface SignInSessions<R, S> extends UserSessions<S> {
  /** What the audit log calls it. */
  readonly action: AuditEvent['action']
  /** Adds one to the unit, for the user with the password that was proved. */
  add(unit: UnitOfWork, user: User, origin: Origin, nowMs: EpochMs): AddedSession<R>
}

/** The hash to keep: one that was made with weaker parameters is made anew, now that the password is known. */
const freshHash = async ({ passwords }: SigningInNeeds, { passwordHash }: User, password: string) => {
  if (passwordHash === undefined || !passwords.isOutdated(passwordHash)) return passwordHash
  const hashed = await passwords.hash(password)()
  return E.isRight(hashed) ? hashed.right : passwordHash
}

/** How many begin at once, and how many wait, of those who have proved who they are. */
const DOOR = { atOnce: 4, waiting: 256 }

interface Begun<R> {
  readonly answer: R
  readonly isCrowded: boolean
}

const begin =
  <R, S>(needs: SigningInNeeds, { add, action, lockLive }: SignInSessions<R, S>) =>
  (
    { user: known, keys }: ProvenIdentity,
    passwordHash: string | undefined,
    origin: Origin,
  ): TE.TaskEither<Refusal | Outage, Begun<R>> =>
    needs.storage.units.transact<Refusal, Begun<R>>('shared', async (unit) => {
      const nowMs = needs.clock.nowMs()
      const [held, live] = await Promise.all([
        unit.users.lock(known.userId),
        lockLive(unit, known.userId, nowMs),
        clearAttempts(unit, keys, nowMs),
      ])
      // Between the comparison and now the password may have been changed, or the user disabled.
      if (held?.status !== 'active' || held.passwordHash !== known.passwordHash)
        return E.left(refusal('InvalidCredentials'))
      const user = { ...held, passwordHash }
      if (passwordHash !== held.passwordHash) unit.users.rehash(user)
      const { sessionId, answer } = add(unit, user, origin, nowMs)
      const actor = { kind: 'user', id: user.userId } as const
      const what = { action, target: sessionId, organizationId: undefined, details: {} }
      await recordAct(needs, unit, { actor, credentialId: sessionId, origin, ...what }, nowMs)
      return E.right({ answer, isCrowded: isCrowded(live) })
    })

/**
 * Signs a person in, who proves by address and password who they are: a new session of a kind. InvalidCredentials for an
 * unknown address, a wrong password and a user who is not active alike, with the same timing; TooManyRequests after too many
 * failures (docs/contract#throttling). Of more than ten sessions the oldest ends.
 */
export const beginSession = <R, S>(
  needs: SigningInNeeds,
  prove: ProveIdentity,
  start: SignInSessions<R, S>,
): ((claim: Claim, origin: Origin) => TE.TaskEither<Refusal | Outage, R>) => {
  const beginInTurn = queued(DOOR, begin(needs, start))
  return (claim, origin) => async () => {
    const proved = await prove(claim, origin)()
    if (E.isLeft(proved)) return proved
    const { user } = proved.right
    const passwordHash = await freshHash(needs, user, claim.password)
    const begun = await beginInTurn(proved.right, passwordHash, origin)()
    if (E.isLeft(begun)) return begun
    const room = begun.right.isCrowded ? await makeRoom(needs, start, user.userId)() : E.right(undefined)
    return E.isLeft(room) ? room : E.right(begun.right.answer)
  }
}
