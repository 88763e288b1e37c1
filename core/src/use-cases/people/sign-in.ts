import type { Origin } from '../../domain/audit/audit-event.js'
import { endedSession, startSession } from '../../domain/people/session.js'
import type { User } from '../../domain/people/user.js'
import type { UserId } from '../../domain/ids/id.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { type AuditNeeds, recordAct } from '../audit/record-act.js'
import { queued } from '../concurrency/queued.js'
import type { Claim, ProvenIdentity, ProveIdentity, ProvingNeeds } from './prove-identity.js'
import { type SessionAnswer, tokensOf } from './session-answer.js'
import { clearAttempts } from './throttled-attempts.js'

type Needs = ProvingNeeds & AuditNeeds & Pick<Ports, 'sessionTokens'>

/** A user has no more sessions at once: the oldest ends (docs/promises#stolen-sessions). */
const MOST_SESSIONS = 10

/** The hash to keep: one that was made with weaker parameters is made anew, now that the password is known. */
const freshHash = async ({ passwords }: Needs, { passwordHash }: User, password: string) => {
  if (passwordHash === undefined || !passwords.isOutdated(passwordHash)) return passwordHash
  const hashed = await passwords.hash(password)()
  return E.isRight(hashed) ? hashed.right : passwordHash
}

/** How many begin at once, and how many wait, of those who have proved who they are. */
const DOOR = { atOnce: 4, waiting: 256 }

interface Begun {
  readonly answer: SessionAnswer
  readonly isCrowded: boolean
}

const begin = (
  needs: Needs,
  { user: known, keys }: ProvenIdentity,
  passwordHash: string | undefined,
  origin: Origin,
): TE.TaskEither<Refusal | Outage, Begun> =>
  needs.storage.units.transact<Refusal, Begun>('shared', async (unit) => {
    const nowMs = needs.clock.nowMs()
    const [user, live] = await Promise.all([
      unit.users.lock(known.userId),
      unit.sessions.lockLive(known.userId, nowMs),
      clearAttempts(unit, keys, nowMs),
    ])
    // Between the comparison and now the password may have been changed, or the user disabled.
    if (user?.status !== 'active' || user.passwordHash !== known.passwordHash)
      return E.left(refusal('InvalidCredentials'))
    const session = startSession(needs.ids.next('ses'), user.userId, nowMs)
    const { answer, records } = tokensOf(needs, session, user, unit.sealingKey)
    unit.sessions.add(session)
    unit.sessions.addTokens(records)
    if (passwordHash !== user.passwordHash) unit.users.rehash({ ...user, passwordHash })
    const actor = { kind: 'user', id: user.userId } as const
    const { sessionId } = session
    const what = { action: 'session.create', target: sessionId, organizationId: undefined, details: {} }
    await recordAct(needs, unit, { actor, credentialId: sessionId, origin, ...what }, nowMs)
    return E.right({ answer, isCrowded: live.length >= MOST_SESSIONS })
  })

/** Ends the user's oldest sessions down to as many as are allowed. */
const makeRoom = ({ storage, clock }: Needs, userId: UserId): TE.TaskEither<Outage, void> =>
  storage.units.transact<never, void>('exclusive', async (unit) => {
    const nowMs = clock.nowMs()
    const live = await unit.sessions.lockLive(userId, nowMs)
    for (const session of live.slice(0, Math.max(0, live.length - MOST_SESSIONS)))
      unit.sessions.replace(endedSession(session, 'crowded_out', nowMs))
    return E.right(undefined)
  })

/**
 * Signs a person in: a new session (docs/contract#sessions). InvalidCredentials for an unknown address,
 * a wrong password and a user who is not active alike, with the same timing; TooManyRequests after too many
 * failures.
 */
export const signIn = (needs: Needs, prove: ProveIdentity) => {
  const beginInTurn = queued(DOOR, begin)
  return (claim: Claim, origin: Origin): TE.TaskEither<Refusal | Outage, SessionAnswer> =>
    async () => {
      const proved = await prove(claim, origin)()
      if (E.isLeft(proved)) return proved
      const passwordHash = await freshHash(needs, proved.right.user, claim.password)
      const begun = await beginInTurn(needs, proved.right, passwordHash, origin)()
      if (E.isLeft(begun)) return begun
      const { answer, isCrowded } = begun.right
      const room = isCrowded ? await makeRoom(needs, answer.user.userId)() : E.right(undefined)
      return E.isLeft(room) ? room : E.right(answer)
    }
}
