import type { Origin } from '../../../audit/domain/audit-event.js'
import { endedSession, type Session, startSession } from '../../domain/people/session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { TE } from '../../../fp.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import { type SignInClaim, signInFlow, type SignInSessions, type SigningInNeeds } from './begin-session.js'
import type { ProveIdentity } from './prove-identity.js'
import { type SessionAnswer, tokensOf } from './session-answer.js'

type Needs = SigningInNeeds & {
  readonly sessionTokens: SessionTokens
}

const startOf = (needs: Needs): SignInSessions<SessionAnswer, Session> => ({
  action: 'session.create',
  place: 'api',
  lockLive: ({ sessions }, userId, nowMs) => sessions.lockLive(userId, nowMs),
  end: ({ sessions }, session, nowMs) => sessions.replace(endedSession(session, 'crowded_out', nowMs)),
  add: (unit, user, { confirmedAtMs }, nowMs) => {
    const session = startSession(needs.ids.next('ses'), user.userId, nowMs, confirmedAtMs)
    const { answer, records } = tokensOf(needs, session, user, unit.sealingKey)
    unit.sessions.add(session)
    unit.sessions.addTokens(records)
    return { sessionId: session.sessionId, answer }
  },
})

/** Signs a person in over the API (docs/api/sign-in#sessions); refusals as in `SignInFlow.begin`. */
export const signIn = (
  needs: Needs,
  prove: ProveIdentity,
): ((claim: SignInClaim, origin: Origin) => TE.TaskEither<Refusal | Outage, SessionAnswer>) => {
  const { begin } = signInFlow(needs, prove, startOf(needs))
  return (claim, origin) => begin(claim, origin)
}
