import type { Origin } from '../../../audit/domain/audit-event.js'
import { endedSession } from '../../domain/people/session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { type Person, signatureOf } from '../callers/caller.js'
import { endSessions } from './end-sessions.js'
import type { PeopleAuthentication } from './people-authentication.js'

type Needs = AuditNeeds & {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
}

/** The sessions to sign out from: the one of the request, or all. */
export type SignOutScope = 'this' | 'all'

/**
 * Signs a person out (docs/api/sign-in#sessions): no request that starts after the response is accepted with
 * a token of the ended sessions, in any process. Unauthenticated if the session has ended meanwhile.
 */
export const signOut =
  (needs: Needs, people: Pick<PeopleAuthentication, 'present'>) =>
  (person: Person, leaving: SignOutScope, origin: Origin): TE.TaskEither<Refusal | Outage, void> =>
    needs.storage.units.transact<Refusal, void>('exclusive', async (unit) => {
      const nowMs = needs.clock.nowMs()
      const present = await people.present(unit, person, nowMs)
      if (E.isLeft(present)) return present
      const { user, session } = present.right.facts
      const { sessionId } = session
      const held = await unit.sessions.lock(sessionId)
      if (held?.endedAtMs !== undefined) return E.left(refusal('Unauthenticated'))
      if (held !== undefined && leaving === 'this')
        unit.sessions.replace(endedSession(held, 'signed_out', nowMs))
      const sessions = leaving === 'all' ? await endSessions(unit, user.userId, 'signed_out', nowMs) : 1
      const what =
        leaving === 'all'
          ? { action: 'session.end_all', target: user.userId }
          : { action: 'session.end', target: sessionId }
      const act = {
        ...signatureOf(present.right),
        ...what,
        organizationId: undefined,
        origin,
        details: { sessions },
      }
      await recordAct(needs, unit, act, nowMs)
      return E.right(undefined)
    })
