import type { AuditEvent, Origin } from '../../../audit/domain/audit-event.js'
import { type CookieSession, isSeenLongAgo } from '../../domain/people/cookie-session.js'
import { isTicketGood, startTicket } from '../../domain/people/session-ticket.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type {
  CookieSessionFacts,
  CookieSessionRepository,
  CookieSessionStorage,
} from '../../ports/cookie-session-storage.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { isOver, type Operator, signatureOf, type WebsiteUser } from '../callers/caller.js'
import { ticketAllowance } from './ticket-allowance.js'

/**
 * Sessions by cookie of one kind, once they have begun. What lets nobody in is Unauthenticated, whatever the cause:
 * malformed, unknown, ended, idle, over, of another password, of somebody who may have none any more. A token or ticket is
 * given away once, and kept as its verifier alone.
 */
export interface CookieSessions<C extends Operator | WebsiteUser> {
  /** Whose token it is, as of this moment. It is no activity: who only looks does not keep a session alive. */
  find(token: string | undefined): TE.TaskEither<Refusal | Outage, C>
  /**
   * A person made a call: the session goes on for as long as it may be idle. Written once a minute at most; in between it
   * costs nothing, and answers what it was given.
   */
  touch(caller: C): TE.TaskEither<Refusal | Outage, C>
  /** Signs out: no request that begins after the answer is let in by the session, by any process. */
  end(token: string, origin: Origin): TE.TaskEither<Refusal | Outage, void>
  /**
   * A ticket of 30 seconds for who comes from this web origin, as browsers send it; TooManyRequests for a session that has had
   * 50 at once, or more than one a second since.
   */
  ticket(token: string, webOrigin: string): TE.TaskEither<Refusal | Outage, string>
  /** Spends a ticket: of any number at once, in any processes, one is let in. A ticket of another kind is none. */
  redeem(ticket: string, webOrigin: string): TE.TaskEither<Refusal | Outage, C>
}

export type CookieSessionNeeds = AuditNeeds & Pick<Ports, 'storage' | 'clock' | 'sessionTokens'>

/** What one kind of session has of its own: where it is kept, and whom it lets in. */
export interface CookieSessionKind<C extends Operator | WebsiteUser, S extends CookieSession> {
  readonly tokenKind: 'operator' | 'person'
  /** What the audit log calls the end of one. */
  readonly endAction: AuditEvent['action']
  readonly stored: CookieSessionStorage<S>
  inUnit(unit: UnitOfWork): CookieSessionRepository<S>
  /** Whom a session lets in that was found, as of a moment. */
  callerIn(found: AsOf<CookieSessionFacts<S> | undefined>, nowMs: EpochMs): E.Either<Refusal, C>
  /** The same caller at this moment, in the unit that acts for them. */
  present(unit: UnitOfWork, caller: C, nowMs: EpochMs): Promise<E.Either<Refusal, C>>
  /** By which the caller came; undefined: by none. */
  sessionOf(caller: C): S | undefined
}

const unauthenticated = E.left(refusal('Unauthenticated'))

/** The session that a caller came by, who was found by one. */
export const cameBy = <C extends Operator | WebsiteUser, S extends CookieSession>(
  { sessionOf }: CookieSessionKind<C, S>,
  caller: C,
): S => {
  const session = sessionOf(caller)
  if (session === undefined) throw new Error('who was found by a session has one')
  return session
}

const touching =
  <C extends Operator | WebsiteUser, S extends CookieSession>(
    { storage, clock }: CookieSessionNeeds,
    kind: CookieSessionKind<C, S>,
  ): CookieSessions<C>['touch'] =>
  (caller) =>
  async () => {
    const session = kind.sessionOf(caller)
    if (session === undefined || !isSeenLongAgo(session, clock.nowMs()))
      return isOver(caller, clock.nowMs()) ? unauthenticated : E.right(caller)
    return storage.units.transact<Refusal, C>('shared', async (unit) => {
      const nowMs = clock.nowMs()
      const sessions = kind.inUnit(unit)
      const held = await sessions.lock(session.sessionId)
      const present = await kind.present(unit, caller, nowMs)
      if (held === undefined || E.isLeft(present)) return unauthenticated
      // Another process, or another window, may have been here.
      if (!isSeenLongAgo(held, nowMs)) return present
      const seen = { ...held, seenAtMs: nowMs }
      sessions.replace(seen)
      const value = { ...present.right.facts, session: seen }
      return kind.callerIn({ value, epoch: unit.epoch }, nowMs)
    })()
  }

const ending =
  <C extends Operator | WebsiteUser, S extends CookieSession>(
    needs: CookieSessionNeeds,
    kind: CookieSessionKind<C, S>,
    find: CookieSessions<C>['find'],
  ): CookieSessions<C>['end'] =>
  (token, origin) =>
  async () => {
    // Before the epoch is held: who has no session makes nobody wait.
    const found = await find(token)()
    if (E.isLeft(found)) return found
    return needs.storage.units.transact<Refusal, void>('exclusive', async (unit) => {
      const nowMs = needs.clock.nowMs()
      const present = await kind.present(unit, found.right, nowMs)
      if (E.isLeft(present)) return present
      const { sessionId } = cameBy(kind, present.right)
      kind.inUnit(unit).remove(sessionId)
      const what = { action: kind.endAction, target: sessionId, organizationId: undefined, details: {} }
      await recordAct(needs, unit, { ...signatureOf(present.right), origin, ...what }, nowMs)
      return E.right(undefined)
    })()
  }

const ticketing = <C extends Operator | WebsiteUser, S extends CookieSession>(
  needs: CookieSessionNeeds,
  kind: CookieSessionKind<C, S>,
  find: CookieSessions<C>['find'],
): CookieSessions<C>['ticket'] => {
  const countTicket = ticketAllowance(needs.clock)
  return (token, webOrigin) => async () => {
    const found = await find(token)()
    if (E.isLeft(found)) return found
    const counted = countTicket(cameBy(kind, found.right).sessionId)
    if (E.isLeft(counted)) return counted
    const { token: ticket, verifier } = needs.sessionTokens.create('ticket')
    return needs.storage.units.transact<Refusal, string>('shared', async (unit) => {
      const nowMs = needs.clock.nowMs()
      const present = await kind.present(unit, found.right, nowMs)
      if (E.isLeft(present)) return present
      const { sessionId } = cameBy(kind, present.right)
      unit.sessionTickets.add(startTicket({ verifier, sessionId, webOrigin }, nowMs))
      return E.right(ticket)
    })()
  }
}

const redeeming =
  <C extends Operator | WebsiteUser, S extends CookieSession>(
    { storage, clock, sessionTokens }: CookieSessionNeeds,
    kind: CookieSessionKind<C, S>,
  ): CookieSessions<C>['redeem'] =>
  (ticket, webOrigin) =>
  async () => {
    const verifier = sessionTokens.verifierOf('ticket', ticket)
    if (verifier === undefined) return unauthenticated
    return storage.units.transact<Refusal, C>('shared', async (unit) => {
      const nowMs = clock.nowMs()
      // Who waits for the lock finds nothing once the one before has removed it.
      const held = await unit.sessionTickets.lock(verifier)
      if (held === undefined || !isTicketGood(held, webOrigin, nowMs)) return unauthenticated
      const sessions = kind.inUnit(unit)
      const session = await sessions.lock(held.sessionId)
      const value = session === undefined ? undefined : await sessions.bearer(session.verifier)
      const caller = kind.callerIn({ value, epoch: unit.epoch }, nowMs)
      if (E.isRight(caller)) unit.sessionTickets.remove(verifier)
      return caller
    })()
  }

/** Sessions of one kind that have begun, for the hosts that have pages and sockets. */
export const cookieSignIns = <C extends Operator | WebsiteUser, S extends CookieSession>(
  needs: CookieSessionNeeds,
  kind: CookieSessionKind<C, S>,
): CookieSessions<C> => {
  const { clock, sessionTokens } = needs
  const find: CookieSessions<C>['find'] = (token) => async () => {
    const verifier = token === undefined ? undefined : sessionTokens.verifierOf(kind.tokenKind, token)
    if (verifier === undefined) return unauthenticated
    const found = await kind.stored.bearer(verifier)()
    return E.isLeft(found) ? found : kind.callerIn(found.right, clock.nowMs())
  }
  return {
    find,
    touch: touching(needs, kind),
    end: ending(needs, kind, find),
    ticket: ticketing(needs, kind, find),
    redeem: redeeming(needs, kind),
  }
}
