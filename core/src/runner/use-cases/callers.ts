import type { Outage } from '../../kernel/refusals/outage.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { KnownChanges } from '../../tenancy/use-cases/known-changes.js'
import type { AgentAuthentication } from '../../identity/use-cases/agents/agent-authentication.js'
import type { PeopleAuthentication } from '../../identity/use-cases/people/people-authentication.js'
import type { OperatorAuthentication } from '../../identity/use-cases/people/operator-authentication.js'
import type { WebsiteAuthentication } from '../../identity/use-cases/people/website-authentication.js'
import type { Principal } from '../../identity/use-cases/callers/caller.js'

/** Looks up callers of operations of every kind again. */
export interface Callers {
  /** The same caller as of an epoch or later. */
  renew(principal: Principal, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Principal>>
  /** The same caller's present rights, in the unit that acts for them; revoked rights are gone. */
  present(unit: UnitOfWork, principal: Principal, nowMs: EpochMs): Promise<E.Either<Refusal, Principal>>
}

/** The authentication of each kind of caller. */
interface Recognition {
  readonly people: PeopleAuthentication
  readonly website: WebsiteAuthentication
  readonly operators: OperatorAuthentication
  readonly agents: AgentAuthentication
}

/** Looks up a caller with the authentication of its kind. */
const lookingUp =
  ({ people, website, operators, agents }: Recognition): Callers['renew'] =>
  (principal, atLeastEpoch) => {
    switch (principal._tag) {
      case 'Person':
        return people.renew(principal, atLeastEpoch)
      case 'WebsiteUser':
        return website.renew(principal, atLeastEpoch)
      case 'Operator':
        return operators.renew(principal, atLeastEpoch)
      case 'Agent':
        return agents.renew(principal, atLeastEpoch)
    }
  }

/**
 * The same, but a caller is looked up only if any rights changed since. Most changes are of settings that
 * sending depends on, and change no rights (docs/decisions/0078).
 */
export const callersOf = (recognition: Recognition, changes: KnownChanges): Callers => {
  const lookUp = lookingUp(recognition)
  const { people, website, operators, agents } = recognition
  return {
    renew: async (principal, atLeastEpoch) => {
      // A renewal for the same epoch checks whether the session has expired.
      if (principal.epoch >= atLeastEpoch) return lookUp(principal, atLeastEpoch)
      const read = await changes.readThrough(atLeastEpoch)
      return E.isRight(read) && principal.epoch >= changes.rightsFrom()
        ? E.right({ ...principal, epoch: atLeastEpoch })
        : lookUp(principal, atLeastEpoch)
    },
    present: (unit, principal, nowMs) => {
      switch (principal._tag) {
        case 'Person':
          return people.present(unit, principal, nowMs)
        case 'WebsiteUser':
          return website.present(unit, principal, nowMs)
        case 'Operator':
          return operators.present(unit, principal, nowMs)
        case 'Agent':
          return agents.present(unit, principal, nowMs)
      }
    },
  }
}
