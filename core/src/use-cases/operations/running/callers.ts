import type { Outage } from '../../../domain/refusals/outage.js'
import type { Refusal } from '../../../domain/refusals/refusal.js'
import type { EpochMs } from '../../../domain/time/epoch-ms.js'
import type { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../ports/storage/unit-of-work.js'
import type { AgentAuthentication } from '../../agents/agent-authentication.js'
import type { PeopleAuthentication } from '../../people/people-authentication.js'
import type { OperatorAuthentication } from '../../people/operator-authentication.js'
import { isAgent, type Principal } from '../../callers/principal.js'

/** Looks at callers again, whoever they came as. */
export interface Callers {
  /** The same caller as of an epoch or later. */
  renew(principal: Principal, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Principal>>
  /** The same caller at this moment, in the unit that acts for him: what was taken from him is gone. */
  present(unit: UnitOfWork, principal: Principal, nowMs: EpochMs): Promise<E.Either<Refusal, Principal>>
}

/** What recognises callers, of every kind. */
interface Recognition {
  readonly people: PeopleAuthentication
  readonly operators: OperatorAuthentication
  readonly agents: AgentAuthentication
}

/** Callers of every kind, each looked at by what recognised him. */
export const callersOf = ({ people, operators, agents }: Recognition): Callers => ({
  renew: (principal, atLeastEpoch) => {
    if (isAgent(principal)) return agents.renew(principal, atLeastEpoch)
    return principal.audience === 'customerControl'
      ? people.renew(principal, atLeastEpoch)
      : operators.renew(principal, atLeastEpoch)
  },
  present: (unit, principal, nowMs) => {
    if (isAgent(principal)) return agents.present(unit, principal, nowMs)
    return principal.audience === 'customerControl'
      ? people.present(unit, principal, nowMs)
      : operators.present(unit, principal, nowMs)
  },
})
