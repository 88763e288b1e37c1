import type { Origin } from '../../../audit/domain/audit-event.js'
import type { CookieSession } from '../../domain/people/cookie-session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Operator, WebsiteUser } from '../callers/caller.js'
import { confirmSecondFactor, type ConfirmingNeeds } from './confirm-second-factor.js'
import { cameBy, type CookieSessions, type CookieSessionKind } from './cookie-sign-ins.js'
import type { FactorHolders } from './held-factor.js'

/** A session that stores when a code was last accepted. */
interface ConfirmableSession extends CookieSession {
  readonly confirmedAtMs: EpochMs | undefined
}

/**
 * Confirms the second factor in the session of this token; returns the same caller, who may now perform
 * dangerous operations.
 */
export type ConfirmInSession<C> = (
  token: string,
  code: string,
  origin: Origin,
) => TE.TaskEither<Refusal | Outage, C>

/**
 * Confirms second factors in cookie sessions of one kind. Unauthenticated if the session has ended;
 * InvalidCredentials for a code that isn't accepted, and for people without a second factor; TooManyRequests
 * after too many failures.
 */
export const confirmInSession = <C extends Operator | WebsiteUser, S extends ConfirmableSession>(
  needs: ConfirmingNeeds,
  kind: CookieSessionKind<C, S>,
  find: CookieSessions<C>['find'],
  holders: FactorHolders,
): ConfirmInSession<C> => {
  const confirm = confirmSecondFactor(needs, holders)
  return (token, code, origin) => async () => {
    const found = await find(token)()
    if (E.isLeft(found)) return found
    const { sessionId: credentialId } = cameBy(kind, found.right)
    const holder = { user: found.right.facts.user, credentialId }
    const confirmed = await confirm(holder, code, origin, async (unit, _factor, nowMs) => {
      const sessions = kind.inUnit(unit)
      const held = await sessions.lock(credentialId)
      if (held === undefined) return E.left(refusal('Unauthenticated'))
      sessions.replace({ ...held, confirmedAtMs: nowMs, seenAtMs: Math.max(held.seenAtMs, nowMs) })
      return E.right({ result: undefined, acts: [] })
    })()
    return E.isLeft(confirmed) ? confirmed : find(token)()
  }
}
