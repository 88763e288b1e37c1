import type { Origin } from '../../domain/audit/audit-event.js'
import type { OperatorSession } from '../../domain/people/operator-session.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Operator } from '../callers/caller.js'
import {
  beginOperatorSession,
  type BeginningNeeds,
  type BegunOperatorSession,
} from './begin-operator-session.js'
import { confirmSecondFactor } from './confirm-second-factor.js'
import { type CookieSessions, cookieSessionDoors, type CookieSessionKind } from './cookie-session-doors.js'
import type { ReportFailure } from './failed-proofs.js'
import { type OperatorAuthentication, type OperatorClaim, operatorIn } from './operator-authentication.js'
import type { ProveIdentity } from './prove-identity.js'

/** Sessions of super admins at the console (docs/contract#sessions-of-super-admins): half an hour without a call, and twelve in all. */
export interface OperatorSessions extends CookieSessions<Operator> {
  /**
   * Signs a super admin in by address, password and code, as `OperatorAuthentication.admit`: InvalidCredentials and
   * TooManyRequests are its. Of more than ten sessions the oldest ends.
   */
  begin(claim: OperatorClaim, origin: Origin): TE.TaskEither<Refusal | Outage, BegunOperatorSession>
  /** Confirms the second factor anew, for what is dangerous; InvalidCredentials for a code that is not accepted. */
  confirm(token: string, code: string, origin: Origin): TE.TaskEither<Refusal | Outage, Operator>
}

type Needs = BeginningNeeds & Pick<Ports, 'digests'>

const confirming = (
  needs: Needs,
  find: CookieSessions<Operator>['find'],
  report?: ReportFailure,
): OperatorSessions['confirm'] => {
  const confirm = confirmSecondFactor(needs, report)
  return (token, code, origin) => async () => {
    const found = await find(token)()
    if (E.isLeft(found)) return found
    const { facts, proof } = found.right
    if (proof.session === undefined) throw new Error('who was found by a session has one')
    const { sessionId: credentialId } = proof.session
    const holder = { user: facts.user, credentialId }
    const confirmed = await confirm(holder, code, origin, async (unit, _admin, nowMs) => {
      const held = await unit.operatorSessions.lock(credentialId)
      if (held === undefined) return E.left(refusal('Unauthenticated'))
      unit.operatorSessions.replace({
        ...held,
        confirmedAtMs: nowMs,
        seenAtMs: Math.max(held.seenAtMs, nowMs),
      })
      return E.right({ result: undefined, acts: [] })
    })()
    return E.isLeft(confirmed) ? confirmed : find(token)()
  }
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

/** The doors of sessions at the console, for the hosts that have pages and sockets. */
export const operatorSessionDoors = (
  needs: Needs,
  prove: ProveIdentity,
  { present }: Pick<OperatorAuthentication, 'present'>,
  report?: ReportFailure,
): OperatorSessions => {
  const doors = cookieSessionDoors(needs, kindOf(needs, present))
  return {
    ...doors,
    begin: beginOperatorSession(needs, prove, doors.find, report),
    confirm: confirming(needs, doors.find, report),
  }
}
