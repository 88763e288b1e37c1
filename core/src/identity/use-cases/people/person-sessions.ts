import { type PersonSession, startPersonSession } from '../../domain/people/person-session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { PersonSessionStorage } from '../../ports/cookie-session-storage.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { WebsiteUser } from '../callers/caller.js'
import { type SignInFlow, signInFlow, type SignInSessions, type SigningInNeeds } from './begin-session.js'
import { confirmInSession, type ConfirmInSession } from './confirm-in-session.js'
import { type CookieSessions, cookieSignIns, type CookieSessionKind } from './cookie-sign-ins.js'
import { passwordDigestOf } from './operator-authentication.js'
import type { ProveIdentity } from './prove-identity.js'
import { type WebsiteAuthentication, websiteUserIn } from './website-authentication.js'

/** A new session. */
export interface BegunPersonSession {
  /** For the cookie; returned only once. */
  readonly token: string
  readonly user: WebsiteUser
}

/**
 * Sessions of people at the website (docs/api/sign-in#sessions-at-the-website): they end after a day without
 * a call, and after thirty days in total.
 */
export interface PersonSessions extends CookieSessions<WebsiteUser>, SignInFlow<BegunPersonSession> {
  /**
   * Confirms the second factor again, for dangerous operations; InvalidCredentials for a code that isn't
   * accepted.
   */
  readonly confirm: ConfirmInSession<WebsiteUser>
}

type Needs = SigningInNeeds & {
  readonly storage: { readonly personSessions: PersonSessionStorage }
  readonly sessionTokens: SessionTokens
}

const startOf = (needs: Needs): SignInSessions<string, PersonSession> => ({
  action: 'person_session.begin',
  place: 'website',
  lockLive: ({ personSessions }, userId, nowMs) => personSessions.lockLive(userId, nowMs),
  end: ({ personSessions }, { sessionId }) => personSessions.remove(sessionId),
  add: (unit, user, { origin: { clientAddress }, confirmedAtMs }, nowMs) => {
    const { token, verifier } = needs.sessionTokens.create('person')
    const sessionId = needs.ids.next('ses')
    const passwordDigest = passwordDigestOf(needs.digests, user)
    const start = { sessionId, verifier, userId: user.userId, passwordDigest, clientAddress }
    unit.personSessions.add(startPersonSession(start, nowMs, confirmedAtMs))
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

/** Sign-ins and sessions at the website, for hosts that have pages and sockets. */
export const personSignIns = (
  needs: Needs,
  prove: ProveIdentity,
  { present }: Pick<WebsiteAuthentication, 'present'>,
): PersonSessions => {
  const kind = kindOf(needs, present)
  const signIns = cookieSignIns(needs, kind)
  const flow = signInFlow(needs, prove, startOf(needs))
  const entered = async (begun: E.Either<Refusal | Outage, string>) => {
    if (E.isLeft(begun)) return begun
    const user = await signIns.find(begun.right)()
    return E.isLeft(user) ? user : E.right({ token: begun.right, user: user.right })
  }
  return {
    ...signIns,
    begin: (claim, origin, browser) => async () => entered(await flow.begin(claim, origin, browser)()),
    conclude: (pending, code, origin, browser) => async () =>
      entered(await flow.conclude(pending, code, origin, browser)()),
    confirm: confirmInSession(needs, kind, signIns.find, 'everybody'),
  }
}
