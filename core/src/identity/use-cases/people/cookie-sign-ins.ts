import type { AuditEvent, Origin } from '../../../audit/domain/audit-event.js'
import { type CookieSession, isSeenLongAgo } from '../../domain/people/cookie-session.js'
import { isTicketGood, startTicket } from '../../domain/people/session-ticket.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type {
  CookieSessionFacts,
  CookieSessionRepository,
  CookieSessionStorage,
} from '../../ports/cookie-session-storage.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { isOver, type Operator, signatureOf, type WebsiteUser } from '../callers/caller.js'
import { ticketAllowance } from './ticket-allowance.js'

/**
 * Existing cookie sessions of one kind. Every invalid session is Unauthenticated, whatever the cause:
 * malformed, unknown, ended, idle, expired, with an outdated password, or of a person who may no longer have
 * one. A token or ticket is returned once, and only its verifier is stored.
 */
export interface CookieSessions<C extends Operator | WebsiteUser> {
  /**
   * The owner of the token, as of this moment. It doesn't count as activity: viewing alone doesn't keep a
   * session alive.
   */
  find(token: string | undefined): TE.TaskEither<Refusal | Outage, C>
  /**
   * Records that a person made a call, which extends the session by its idle time. It is written at most once
   * a minute; in between it costs nothing and returns its input.
   */
  touch(caller: C): TE.TaskEither<Refusal | Outage, C>
  /** Signs out: no request that starts after the response is accepted for the session, in any process. */
  end(token: string, origin: Origin): TE.TaskEither<Refusal | Outage, void>
  /**
   * Creates a ticket of 30 seconds for this web origin, as browsers send it. TooManyRequests for a session
   * that has had 100 at once, or more than two per second since.
   */
  ticket(token: string, webOrigin: string): TE.TaskEither<Refusal | Outage, string>
  /**
   * Uses a ticket: of several concurrent uses, in any processes, one succeeds. A ticket of another kind is
   * invalid.
   */
  redeem(ticket: string, webOrigin: string): TE.TaskEither<Refusal | Outage, C>
}

export type CookieSessionNeeds = AuditNeeds & {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly sessionTokens: SessionTokens
}

/** The specifics of one kind of session: its storage, and its callers. */
export interface CookieSessionKind<C extends Operator | WebsiteUser, S extends CookieSession> {
  readonly tokenKind: 'operator' | 'person'
  /** The action in the audit log for the end of a session. */
  readonly endAction: AuditEvent['action']
  readonly stored: CookieSessionStorage<S>
  inUnit(unit: UnitOfWork): CookieSessionRepository<S>
  /** The caller of a session, as of a moment. */
  callerIn(found: AsOf<CookieSessionFacts<S> | undefined>, nowMs: EpochMs): E.Either<Refusal, C>
  /** The same caller's present rights, in the unit that acts for them. */
  present(unit: UnitOfWork, caller: C, nowMs: EpochMs): Promise<E.Either<Refusal, C>>
  /** The caller's session; undefined: they have none. */
  sessionOf(caller: C): S | undefined
}

const unauthenticated = E.left(refusal('Unauthenticated'))

/** The session of a caller who was found by one. */
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
      // Another process, or another window, may have written it.
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
    // Done before the epoch is locked: a caller without a session delays no one.
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
      // A caller who waits for the lock finds nothing after the ticket was removed.
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

/** Existing sessions of one kind, for hosts that have pages and sockets. */
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
