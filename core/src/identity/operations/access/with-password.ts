import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { ProvenIdentity } from '../../use-cases/people/prove-identity.js'
import { clearAttempts } from '../../use-cases/people/throttled-attempts.js'
import { postponed } from '../../../kernel/units/until-done.js'
import type {
  AuthorizedCall,
  MutationResult,
  OperationNeeds,
} from '../../../runner/use-cases/implementation.js'

/**
 * A mutation that first verifies the caller's password, outside of the unit and counted like a sign-in:
 * InvalidCredentials if it is wrong, TooManyRequests after too many failures (docs/api/sign-in#throttling).
 */
export const withPassword = <Request extends { readonly currentPassword: string }, Result>(
  run: (
    unit: UnitOfWork,
    call: AuthorizedCall<Request>,
  ) => Promise<E.Either<Refusal, MutationResult<Result>>>,
) => ({
  lock: 'exclusive' as const,
  begin: (needs: OperationNeeds) => {
    let known: E.Either<Refusal, ProvenIdentity> | undefined
    return async (unit: UnitOfWork, call: AuthorizedCall<Request>) => {
      const { request, facts, origin, nowMs } = call
      if (known === undefined)
        return postponed(
          async () => {
            const claim = { email: facts.user.email, password: request.currentPassword }
            const proved = await needs.prove(claim, origin)()
            return E.isLeft(proved) && 'cause' in proved.left
              ? E.left(proved.left)
              : E.right(proved as E.Either<Refusal, ProvenIdentity>)
          },
          (found) => {
            known = found
          },
        )
      if (E.isLeft(known)) return known
      const { user, keys } = known.right
      const held = await unit.users.lock(facts.user.userId)
      // The password may have changed since it was verified.
      if (held?.passwordHash !== user.passwordHash) return E.left(refusal('InvalidCredentials'))
      await clearAttempts(unit, keys, nowMs)
      return run(unit, call)
    }
  },
})
