import type { Origin } from '../../../audit/domain/audit-event.js'
import { type OperatorSession, startOperatorSession } from '../../domain/people/operator-session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { MailNeeds } from '../mails/add-mail.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { Operator } from '../callers/caller.js'
import type { CookieSessions } from './cookie-sign-ins.js'
import { confirmSecondFactor, type ConfirmedWork, type ConfirmingNeeds } from './confirm-second-factor.js'
import { type OperatorClaim, passwordDigestOf } from './operator-authentication.js'
import type { ProvenIdentity, ProveIdentity } from './prove-identity.js'
import { noticeDevice } from './notice-device.js'
import { isCrowded, makeRoom, type UserSessions } from './user-sessions.js'

export type BeginningNeeds = ConfirmingNeeds &
  MailNeeds & {
    readonly sessionTokens: SessionTokens
  }

/** A new session. */
export interface BegunOperatorSession {
  /** For the cookie; returned only once. */
  readonly token: string
  readonly operator: Operator
}

const ROOM: UserSessions<OperatorSession> = {
  lockLive: ({ operatorSessions }, userId, nowMs) => operatorSessions.lockLive(userId, nowMs),
  end: ({ operatorSessions }, { sessionId }) => operatorSessions.remove(sessionId),
}

interface Started {
  readonly token: string
  readonly isCrowded: boolean
}

const starting =
  (
    needs: BeginningNeeds,
    { user }: ProvenIdentity,
    origin: Origin,
    browser: string | undefined,
  ): ConfirmedWork<Started> =>
  async (unit, { factor: { userId } }, nowMs) => {
    const live = await unit.operatorSessions.lockLive(userId, nowMs)
    const { token, verifier } = needs.sessionTokens.create('operator')
    const sessionId = needs.ids.next('ses')
    const { clientAddress } = origin
    const passwordDigest = passwordDigestOf(needs.digests, user)
    const start = { sessionId, verifier, userId, passwordDigest, clientAddress }
    unit.operatorSessions.add(startOperatorSession(start, nowMs))
    await noticeDevice(needs, unit, user, { browser, clientAddress, place: 'console' }, nowMs)
    const signature = { actor: { kind: 'operator', id: userId } as const, credentialId: sessionId }
    const what = {
      action: 'operator_session.begin',
      target: sessionId,
      organizationId: undefined,
      details: {},
    }
    return E.right({
      result: { token, isCrowded: isCrowded(live) },
      acts: [{ ...signature, origin, ...what }],
    })
  }

/** Implements `OperatorSessions.begin`; the code is accepted in the transaction that starts the session. */
export const beginOperatorSession = (
  needs: BeginningNeeds,
  prove: ProveIdentity,
  find: CookieSessions<Operator>['find'],
) => {
  const confirm = confirmSecondFactor(needs, 'super admins')
  return (
      claim: OperatorClaim,
      origin: Origin,
      browser?: string,
    ): TE.TaskEither<Refusal | Outage, BegunOperatorSession> =>
    async () => {
      const proved = await prove(claim, origin)()
      if (E.isLeft(proved)) return proved
      const started = await confirm(
        proved.right,
        claim.code,
        origin,
        starting(needs, proved.right, origin, browser),
      )()
      if (E.isLeft(started)) return started
      const { token } = started.right
      const { userId } = proved.right.user
      const room = started.right.isCrowded ? await makeRoom(needs, ROOM, userId)() : E.right(undefined)
      if (E.isLeft(room)) return room
      const operator = await find(token)()
      return E.isLeft(operator) ? operator : E.right({ token, operator: operator.right })
    }
}
