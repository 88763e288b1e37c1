import type { Origin } from '../../domain/audit/audit-event.js'
import { type PersonSession, startPersonSession } from '../../domain/people/person-session.js'
import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { WebsiteUser } from '../callers/caller.js'
import { beginSession, type SignInSessions, type SigningInNeeds } from './begin-session.js'
import { type CookieSessions, cookieSessionDoors, type CookieSessionKind } from './cookie-session-doors.js'
import { passwordDigestOf } from './operator-authentication.js'
import type { Claim, ProveIdentity } from './prove-identity.js'
import { type WebsiteAuthentication, websiteUserIn } from './website-authentication.js'

/** A session that began. */
export interface BegunPersonSession {
  /** For the cookie; given away once. */
  readonly token: string
  readonly user: WebsiteUser
}

/** Sessions of people at the website (docs/contract#sessions-at-the-website): a day without a call, and thirty days in all. */
export interface PersonSessions extends CookieSessions<WebsiteUser> {
  /** Signs a person in by address and password; refusals as `beginSession`. */
  begin(claim: Claim, origin: Origin): TE.TaskEither<Refusal | Outage, BegunPersonSession>
}

type Needs = SigningInNeeds & Pick<Ports, 'digests' | 'sessionTokens'>

const startOf = (needs: Needs): SignInSessions<string, PersonSession> => ({
  action: 'person_session.begin',
  lockLive: ({ personSessions }, userId, nowMs) => personSessions.lockLive(userId, nowMs),
  end: ({ personSessions }, { sessionId }) => personSessions.remove(sessionId),
  add: (unit, user, { clientAddress }, nowMs) => {
    const { token, verifier } = needs.sessionTokens.create('person')
    const sessionId = needs.ids.next('ses')
    const passwordDigest = passwordDigestOf(needs.digests, user)
    const start = { sessionId, verifier, userId: user.userId, passwordDigest, clientAddress }
    unit.personSessions.add(startPersonSession(start, nowMs))
    return { sessionId, answer: token }
  },
})

const kindOf = (
  needs: Needs,
  present: WebsiteAuthentication['present'],
): CookieSessionKind<WebsiteUser, PersonSession> => ({
  tokenKind: 'person',
  endAction: 'person_session.end',
  stored: needs.storage.personSessions,
  inUnit: ({ personSessions }) => personSessions,
  callerIn: (found, nowMs) => websiteUserIn(needs, found, nowMs),
  present,
  sessionOf: ({ facts: { session } }) => session,
})

/** The doors of sessions at the website, for the hosts that have pages and sockets. */
export const personSessionDoors = (
  needs: Needs,
  prove: ProveIdentity,
  { present }: Pick<WebsiteAuthentication, 'present'>,
): PersonSessions => {
  const doors = cookieSessionDoors(needs, kindOf(needs, present))
  const begin = beginSession(needs, prove, startOf(needs))
  return {
    ...doors,
    begin: (claim, origin) => async () => {
      const begun = await begin(claim, origin)()
      if (E.isLeft(begun)) return begun
      const user = await doors.find(begun.right)()
      return E.isLeft(user) ? user : E.right({ token: begun.right, user: user.right })
    },
  }
}
