import { type Inspect, refusalOf, wholeAt } from '../../kernel/inspections/inspection.js'
import type { Operation } from '../../identity/domain/access/operation.js'
import { OPERATIONS } from '../../assembly/registry.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { Organization } from '../../tenancy/domain/records.js'
import { E, type TE } from '../../fp.js'
import { followingFor } from '../../kernel/batching/following.js'
import type { Callers } from './callers.js'
import type { RecordAccess } from '../../audit/use-cases/access-log.js'
import { lacksSecondFactor, signatureOf } from '../../identity/use-cases/callers/caller.js'
import type { OperationAnswer, DecodedCall } from './decoded-call.js'
import type { OperationNeeds, ReadingRun } from './implementation.js'
import { authorize } from './authorize.js'
import { membershipBefore } from './membership-before.js'

type Answer = E.Either<Refusal | Outage, OperationAnswer>

/** The number of a read's attempt, and whether another one is allowed. */
interface Attempts {
  readonly isFirst: boolean
  readonly mayGoOn: () => boolean
}

/**
 * Whether the caller's state may have improved without a new epoch: a session with activity, or with a new
 * confirmation.
 */
const mayHaveMoved = ({ principal }: DecodedCall): boolean =>
  principal._tag === 'Operator' && principal.proof.session !== undefined

/** If the read itself checks the caller's rights. */
const isDenied = (found: E.Left<Refusal | Outage>): found is E.Left<Refusal> =>
  found.left._tag === 'PermissionDenied'

const UNSTEADY: Outage = {
  _tag: 'Overloaded',
  cause: 'permissions changed too often to be read',
}

/**
 * Runs a read. Its result is shown only if the caller may see it as of the epoch of the read. If the caller
 * was cached as of another epoch, they are looked up again, and then the read is repeated. Callers are never
 * refused based on cached data. A granted or revoked right therefore takes effect with the next request, in
 * every process, and only then costs another round trip.
 */
export const runReading = (
  needs: OperationNeeds,
  callers: Callers,
  { read, accesses }: ReadingRun,
  inspect: Inspect<unknown>,
  recordAccess: RecordAccess,
) => {
  const { storage, clock } = needs
  const again = async (decoded: DecodedCall, epoch: number, attempts: Attempts): Promise<Answer> => {
    if (!attempts.mayGoOn()) return E.left(UNSTEADY)
    const principal = await callers.renew(decoded.principal, epoch)
    if (E.isLeft(principal)) return principal
    return attempt({ ...decoded, principal: principal.right }, { ...attempts, isFirst: false })
  }

  const refuse = async (
    decoded: DecodedCall,
    refused: E.Left<Refusal>,
    attempts: Attempts,
  ): Promise<Answer> => {
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const isKnown = epoch.right === decoded.principal.epoch && !(attempts.isFirst && mayHaveMoved(decoded))
    return isKnown ? refused : again(decoded, epoch.right, attempts)
  }

  const attempt = async (decoded: DecodedCall, attempts: Attempts): Promise<Answer> => {
    const operation: Operation = OPERATIONS[decoded.name]
    const { principal, request, origin } = decoded
    const nowMs = clock.nowMs()
    const membership = membershipBefore(operation, principal, request, nowMs)
    if (E.isLeft(membership)) return refuse(decoded, membership, attempts)
    const unfit = refusalOf(inspect(request, wholeAt(nowMs)))
    if (unfit !== undefined) return E.left(unfit)
    const isLockedOut = (organization: Organization): boolean => lacksSecondFactor(principal, organization)
    const caller = { facts: principal.facts, signature: signatureOf(principal), isLockedOut }
    const call = { request, ...caller, nowMs, origin }
    const found = await read({ ...call, membership: membership.right }, needs)
    if (E.isLeft(found)) return isDenied(found) ? refuse(decoded, found, attempts) : found
    const { epoch, value } = found.right
    if (epoch !== principal.epoch) return again(decoded, epoch, attempts)
    if (value === undefined) return E.left(refusal('NotFound'))
    const owner = value.organizationId ?? membership.right?.organization.organizationId
    const still = authorize(operation, principal, owner, nowMs)
    if (E.isLeft(still)) return still
    // All calls of Agents are already recorded.
    const target = principal.audience === 'adminConsole' ? accesses?.(request, needs) : undefined
    const act = { ...signatureOf(principal), action: decoded.name, organizationId: owner, origin }
    const kept = target === undefined ? E.right(undefined) : await recordAccess({ ...act, target })
    return E.isLeft(kept) ? kept : E.right({ result: value.result, replayed: false, organizationId: owner })
  }

  return (decoded: DecodedCall): TE.TaskEither<Refusal | Outage, OperationAnswer> =>
    () =>
      attempt(decoded, { isFirst: true, mayGoOn: followingFor(clock) })
}
