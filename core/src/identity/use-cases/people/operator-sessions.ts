import type { Origin } from '../../../audit/domain/audit-event.js'
import type { OperatorSession } from '../../domain/people/operator-session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { TE } from '../../../fp.js'
import type { OperatorSessionStorage } from '../../ports/cookie-session-storage.js'
import type { Operator } from '../callers/caller.js'
import {
  beginOperatorSession,
  type BeginningNeeds,
  type BegunOperatorSession,
} from './begin-operator-session.js'
import { confirmInSession } from './confirm-in-session.js'
import { type CookieSessions, cookieSignIns, type CookieSessionKind } from './cookie-sign-ins.js'
import { type OperatorAuthentication, type OperatorClaim, operatorIn } from './operator-authentication.js'
import type { ProveIdentity } from './prove-identity.js'

/**
 * Sessions of super admins at the console (docs/api/sign-in#sessions-of-super-admins): they end after half an
 * hour without a call, and after twelve hours in total.
 */
export interface OperatorSessions extends CookieSessions<Operator> {
  /**
   * Signs a super admin in by address, password and code, with InvalidCredentials and TooManyRequests as in
   * `OperatorAuthentication.admit`. If there are more than ten sessions, the oldest one ends.
   */
  begin(
    claim: OperatorClaim,
    origin: Origin,
    browser?: string,
  ): TE.TaskEither<Refusal | Outage, BegunOperatorSession>
  /**
   * Confirms the second factor again, for dangerous operations; InvalidCredentials for a code that isn't
   * accepted.
   */
  confirm(token: string, code: string, origin: Origin): TE.TaskEither<Refusal | Outage, Operator>
}

type Needs = BeginningNeeds & {
  readonly storage: { readonly operatorSessions: OperatorSessionStorage }
}

const kindOf = (
  needs: Needs,
  present: OperatorAuthentication['present'],
): CookieSessionKind<Operator, OperatorSession> => ({
  tokenKind: 'operator',
  endAction: 'operator_session.end',
  stored: needs.storage.operatorSessions,
  inUnit: ({ operatorSessions }) => operatorSessions,
  callerIn: (found, nowMs) => operatorIn(needs, found, nowMs),
  present,
  sessionOf: ({ proof: { session } }) => session,
})

/** Sign-ins and sessions at the console, for hosts that have pages and sockets. */
export const operatorSignIns = (
  needs: Needs,
  prove: ProveIdentity,
  { present }: Pick<OperatorAuthentication, 'present'>,
): OperatorSessions => {
  const kind = kindOf(needs, present)
  const signIns = cookieSignIns(needs, kind)
  return {
    ...signIns,
    begin: beginOperatorSession(needs, prove, signIns.find),
    confirm: confirmInSession(needs, kind, signIns.find, 'super admins'),
  }
}
