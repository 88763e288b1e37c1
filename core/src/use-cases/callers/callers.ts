import type { Outage } from '../../domain/refusals/outage.js'
import type { Refusal } from '../../domain/refusals/refusal.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { E } from '../../fp.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import type { AgentAuthentication } from '../agents/agent-authentication.js'
import type { PeopleAuthentication } from '../people/people-authentication.js'
import type { Principal } from './principal.js'

/** Looks at callers again, whoever they came as. */
export interface Callers {
  /** The same caller as of an epoch or later. */
  renew(principal: Principal, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Principal>>
  /** The same caller at this moment, in the unit that acts for him: what was taken from him is gone. */
  present(unit: UnitOfWork, principal: Principal, nowMs: EpochMs): Promise<E.Either<Refusal, Principal>>
}

/** Callers of both kinds, each looked at by what recognised him. */
export const callersOf = (people: PeopleAuthentication, agents: AgentAuthentication): Callers => ({
  renew: (principal, atLeastEpoch) =>
    principal.audience === 'customerControl'
      ? people.renew(principal, atLeastEpoch)
      : agents.renew(principal, atLeastEpoch),
  present: (unit, principal, nowMs) =>
    principal.audience === 'customerControl'
      ? people.present(unit, principal, nowMs)
      : agents.present(unit, principal, nowMs),
})
