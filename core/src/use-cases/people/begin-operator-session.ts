import type { Origin } from '../../domain/audit/audit-event.js'
import type { UserId } from '../../domain/ids/id.js'
import { startOperatorSession } from '../../domain/people/operator-session.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Operator } from '../callers/caller.js'
import { confirmSecondFactor, type ConfirmedWork, type ConfirmingNeeds } from './confirm-second-factor.js'
import { type OperatorClaim, passwordDigestOf } from './operator-authentication.js'
import type { ProvenIdentity, ProveIdentity } from './prove-identity.js'

export type BeginningNeeds = ConfirmingNeeds & Pick<Ports, 'digests' | 'sessionTokens'>

/** A session that began. */
export interface BegunOperatorSession {
  /** For the cookie; given away once. */
  readonly token: string
  readonly operator: Operator
}

/** A super admin has no more sessions at once: the oldest ends (docs/promises#sessions-at-the-console). */
const MOST_SESSIONS = 10

interface Started {
  readonly token: string
  readonly isCrowded: boolean
}

const starting =
  (needs: BeginningNeeds, { user }: ProvenIdentity, origin: Origin): ConfirmedWork<Started> =>
  async (unit, { userId }, nowMs) => {
    const live = await unit.operatorSessions.lockLive(userId, nowMs)
    const { token, verifier } = needs.sessionTokens.create('operator')
    const sessionId = needs.ids.next('ses')
    const { clientAddress } = origin
    const passwordDigest = passwordDigestOf(needs.digests, user)
    const start = { sessionId, verifier, userId, passwordDigest, clientAddress }
    unit.operatorSessions.add(startOperatorSession(start, nowMs))
    const signature = { actor: { kind: 'operator', id: userId } as const, credentialId: sessionId }
    const what = {
      action: 'operator_session.begin',
      target: sessionId,
      organizationId: undefined,
      details: {},
    }
    return E.right({
      result: { token, isCrowded: live.length >= MOST_SESSIONS },
      acts: [{ ...signature, origin, ...what }],
    })
  }

/** Ends the super admin's oldest sessions down to as many as are allowed. */
const makeRoom = ({ storage, clock }: BeginningNeeds, userId: UserId): TE.TaskEither<Outage, void> =>
  storage.units.transact<never, void>('exclusive', async (unit) => {
    const live = await unit.operatorSessions.lockLive(userId, clock.nowMs())
    for (const { sessionId } of live.slice(0, Math.max(0, live.length - MOST_SESSIONS)))
      unit.operatorSessions.remove(sessionId)
    return E.right(undefined)
  })

/** As `OperatorSessions.begin` promises; the code is accepted in the transaction that begins the session. */
export const beginOperatorSession = (
  needs: BeginningNeeds,
  prove: ProveIdentity,
  look: (token: string) => Promise<E.Either<Refusal | Outage, Operator>>,
) => {
  const confirm = confirmSecondFactor(needs)
  return (claim: OperatorClaim, origin: Origin): TE.TaskEither<Refusal | Outage, BegunOperatorSession> =>
    async () => {
      const proved = await prove(claim, origin)()
      if (E.isLeft(proved)) return proved
      const started = await confirm(proved.right, claim.code, origin, starting(needs, proved.right, origin))()
      if (E.isLeft(started)) return started
      const { token, isCrowded } = started.right
      const room = isCrowded ? await makeRoom(needs, proved.right.user.userId)() : E.right(undefined)
      if (E.isLeft(room)) return room
      const operator = await look(token)
      return E.isLeft(operator) ? operator : E.right({ token, operator: operator.right })
    }
}
