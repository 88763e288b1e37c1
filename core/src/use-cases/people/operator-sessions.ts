import type { Origin } from '../../domain/audit/audit-event.js'
import { isSeenLongAgo } from '../../domain/people/cookie-session.js'
import type { OperatorSession } from '../../domain/people/operator-session.js'
import { isTicketGood, startTicket } from '../../domain/people/session-ticket.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { recordAct } from '../audit/record-act.js'
import { mustProveAgain, type Operator, signatureOf } from '../callers/caller.js'
import {
  beginOperatorSession,
  type BeginningNeeds,
  type BegunOperatorSession,
} from './begin-operator-session.js'
import { confirmSecondFactor } from './confirm-second-factor.js'
import { type OperatorAuthentication, type OperatorClaim, operatorIn } from './operator-authentication.js'
import type { ProveIdentity } from './prove-identity.js'
import { ticketAllowance } from './ticket-allowance.js'

/**
 * Sessions of super admins at the console (docs/contract#sessions-of-super-admins). What lets nobody in is Unauthenticated,
 * whatever the cause: malformed, unknown, ended, idle, over, of another password, of somebody who is disabled or no super
 * admin any more. A token or ticket is given away once, and kept as its verifier alone.
 */
export interface OperatorSessions {
  /**
   * Signs a super admin in by address, password and code, as `OperatorAuthentication.admit`: InvalidCredentials and
   * TooManyRequests are its. Of more than ten sessions the oldest ends.
   */
  begin(claim: OperatorClaim, origin: Origin): TE.TaskEither<Refusal | Outage, BegunOperatorSession>
  /** Whose token it is, as of this moment. It is no activity: who only looks does not keep a session alive. */
  find(token: string | undefined): TE.TaskEither<Refusal | Outage, Operator>
  /**
   * A person made a call: the session goes on for another 30 minutes. Written once a minute at most; in between it costs
   * nothing, and answers what it was given.
   */
  touch(operator: Operator): TE.TaskEither<Refusal | Outage, Operator>
  /** Confirms the second factor anew, for what is dangerous; InvalidCredentials for a code that is not accepted. */
  confirm(token: string, code: string, origin: Origin): TE.TaskEither<Refusal | Outage, Operator>
  /** Signs out: no request that begins after the answer is let in by the session, by any process. */
  end(token: string, origin: Origin): TE.TaskEither<Refusal | Outage, void>
  /**
   * A ticket of 30 seconds for who comes from this web origin, as browsers send it; TooManyRequests for a session that has had
   * 50 at once, or more than one a second since.
   */
  ticket(token: string, webOrigin: string): TE.TaskEither<Refusal | Outage, string>
  /** Spends a ticket: of any number at once, in any processes, one is let in. */
  redeem(ticket: string, webOrigin: string): TE.TaskEither<Refusal | Outage, Operator>
}

type Needs = BeginningNeeds & Pick<Ports, 'digests'>

/** Looks at a session that somebody has the token of. */
type Look = (token: string | undefined) => Promise<E.Either<Refusal | Outage, Operator>>

const unauthenticated = E.left(refusal('Unauthenticated'))

const sessionOf = ({ proof: { session } }: Operator): OperatorSession => {
  if (session === undefined) throw new Error('who was found by a session has one')
  return session
}

const looking =
  (needs: Needs): Look =>
  async (token) => {
    const { storage, clock, sessionTokens } = needs
    const verifier = token === undefined ? undefined : sessionTokens.verifierOf('operator', token)
    if (verifier === undefined) return unauthenticated
    const found = await storage.operatorSessions.bearer(verifier)()
    return E.isLeft(found) ? found : operatorIn(needs, found.right, clock.nowMs())
  }

const touching =
  (needs: Needs, operators: Pick<OperatorAuthentication, 'present'>): OperatorSessions['touch'] =>
  (operator) =>
  async () => {
    const { storage, clock } = needs
    const { session } = operator.proof
    const isFresh = session === undefined || !isSeenLongAgo(session, clock.nowMs())
    if (isFresh) return mustProveAgain(operator.proof, clock.nowMs()) ? unauthenticated : E.right(operator)
    return storage.units.transact<Refusal, Operator>('shared', async (unit) => {
      const nowMs = clock.nowMs()
      const held = await unit.operatorSessions.lock(session.sessionId)
      const present = await operators.present(unit, operator, nowMs)
      if (held === undefined || E.isLeft(present)) return unauthenticated
      // Another process, or another window, may have been here.
      if (!isSeenLongAgo(held, nowMs)) return present
      const seen = { ...held, seenAtMs: nowMs }
      unit.operatorSessions.replace(seen)
      return E.right({ ...present.right, proof: { ...present.right.proof, session: seen } })
    })()
  }

const confirming = (needs: Needs, look: Look): OperatorSessions['confirm'] => {
  const confirm = confirmSecondFactor(needs)
  return (token, code, origin) => async () => {
    const found = await look(token)
    if (E.isLeft(found)) return found
    const { sessionId: credentialId } = sessionOf(found.right)
    const { user } = found.right.facts
    const confirmed = await confirm({ user, credentialId }, code, origin, async (unit, _admin, nowMs) => {
      const held = await unit.operatorSessions.lock(credentialId)
      if (held === undefined) return unauthenticated
      unit.operatorSessions.replace({
        ...held,
        confirmedAtMs: nowMs,
        seenAtMs: Math.max(held.seenAtMs, nowMs),
      })
      return E.right({ result: undefined, acts: [] })
    })()
    return E.isLeft(confirmed) ? confirmed : look(token)
  }
}

const ending =
  (needs: Needs, look: Look, operators: Pick<OperatorAuthentication, 'present'>): OperatorSessions['end'] =>
  (token, origin) =>
  async () => {
    // Before the epoch is held: who has no session makes nobody wait.
    const found = await look(token)
    if (E.isLeft(found)) return found
    return needs.storage.units.transact<Refusal, void>('exclusive', async (unit) => {
      const nowMs = needs.clock.nowMs()
      const present = await operators.present(unit, found.right, nowMs)
      if (E.isLeft(present)) return present
      const { sessionId } = sessionOf(present.right)
      unit.operatorSessions.remove(sessionId)
      const what = {
        action: 'operator_session.end',
        target: sessionId,
        organizationId: undefined,
        details: {},
      }
      await recordAct(needs, unit, { ...signatureOf(present.right), origin, ...what }, nowMs)
      return E.right(undefined)
    })()
  }

const ticketing = (
  needs: Needs,
  look: Look,
  operators: Pick<OperatorAuthentication, 'present'>,
): OperatorSessions['ticket'] => {
  const countTicket = ticketAllowance(needs.clock)
  return (token, webOrigin) => async () => {
    const found = await look(token)
    if (E.isLeft(found)) return found
    const counted = countTicket(sessionOf(found.right).sessionId)
    if (E.isLeft(counted)) return counted
    const { token: ticket, verifier } = needs.sessionTokens.create('ticket')
    return needs.storage.units.transact<Refusal, string>('shared', async (unit) => {
      const nowMs = needs.clock.nowMs()
      const present = await operators.present(unit, found.right, nowMs)
      if (E.isLeft(present)) return present
      const { sessionId } = sessionOf(present.right)
      unit.sessionTickets.add(startTicket({ verifier, sessionId, webOrigin }, nowMs))
      return E.right(ticket)
    })()
  }
}

const redeeming =
  (needs: Needs): OperatorSessions['redeem'] =>
  (ticket, webOrigin) =>
  async () => {
    const verifier = needs.sessionTokens.verifierOf('ticket', ticket)
    if (verifier === undefined) return unauthenticated
    return needs.storage.units.transact<Refusal, Operator>('shared', async (unit) => {
      const nowMs = needs.clock.nowMs()
      // Who waits for the lock finds nothing once the one before has removed it.
      const held = await unit.sessionTickets.lock(verifier)
      if (held === undefined || !isTicketGood(held, webOrigin, nowMs)) return unauthenticated
      const session = await unit.operatorSessions.lock(held.sessionId)
      const value = session === undefined ? undefined : await unit.operatorSessions.bearer(session.verifier)
      const operator = operatorIn(needs, { value, epoch: unit.epoch }, nowMs)
      if (E.isRight(operator)) unit.sessionTickets.remove(verifier)
      return operator
    })()
  }

/** The doors of sessions at the console, for the hosts that have pages and sockets. */
export const operatorSessionDoors = (
  needs: Needs,
  prove: ProveIdentity,
  operators: Pick<OperatorAuthentication, 'present'>,
): OperatorSessions => {
  const look = looking(needs)
  return {
    begin: beginOperatorSession(needs, prove, look),
    find: (token) => () => look(token),
    touch: touching(needs, operators),
    confirm: confirming(needs, look),
    end: ending(needs, look, operators),
    ticket: ticketing(needs, look, operators),
    redeem: redeeming(needs),
  }
}
