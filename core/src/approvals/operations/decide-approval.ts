import { type Approval, kindsFor } from '../domain/approval.js'
import { decidedApproval } from '../domain/decide.js'
import { isId } from '../../kernel/ids/id.js'
import { approvalView } from './views.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { executeApproval } from '../use-cases/execute-approval.js'
import { resetFactor } from '../use-cases/reset-factor.js'
import {
  type AuthorizedCall,
  type FurtherAct,
  mutation,
  type OperationNeeds,
} from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { detailsOf, signerOf } from './propose.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { APPROVALS_ADMIN } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { approvalId as approvalIdField, verdict as verdictField, approvalShape } from './shapes.js'
import { version as versionField } from '../../runner/domain/fields/version.js'
import { reason as reasonField } from '../../runner/domain/fields/written-texts.js'

/**
 * Decides a proposal of another person, once; an approval is executed in the same unit of work.
 * - ApprovalRequired for the maker.
 * - PermissionDenied if the caller lacks the permission for the kind, and for their own second factor.
 * - Conflict if it was already decided, if another version was seen, or if it can't be executed any longer;
 *   it then stays pending.
 */
export const decideApprovalEntry = entryOf('Approvals', 'decideApproval', {
  ...APPROVALS_ADMIN,
  mutation: true,
  effect: 'ends',
  summary: 'Approve or reject what another super admin proposed',
  description:
    'Approving performs the proposal at once. The caller needs the same permission as the proposer. The proposer is refused, also through an Agent key.',
  success: 'The decision is recorded. An approved proposal has been performed.',
  controls: ['reason', 'makerChecker', 'version'],
  stepUp: true,
  refusals: ['NotFound', 'PermissionDenied', 'ApprovalRequired'],
  request: mutationRequest(
    { approvalId: approvalIdField, version: versionField, decision: verdictField, reason: reasonField },
    {},
  ),
  result: mutationResult({ approval: approvalShape }, {}),
})

const notFound = E.left(refusal('NotFound'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/** The result of an approved proposal, and further audit events. */
interface ExecutedApproval {
  readonly executedId: Approval['executedId']
  readonly further: readonly FurtherAct[]
}

const NOTHING: ExecutedApproval = { executedId: undefined, further: [] }

/** Executes an approved proposal; PermissionDenied for the caller's own second factor. */
const execute = async (
  needs: OperationNeeds,
  unit: UnitOfWork,
  { approvalId, organizationId, proposal }: Approval,
  { facts: { user }, nowMs }: AuthorizedCall<unknown>,
): Promise<E.Either<Refusal, ExecutedApproval>> => {
  if (proposal.kind !== 'second_factor_reset') {
    const executed = await executeApproval(needs, unit, { organizationId, proposal }, nowMs)
    if (E.isLeft(executed)) return executed
    const executedId = executed.right
    // A price is a separate record with its own history.
    const act = { action: 'price_version.set', target: executedId, details: { approvalId } }
    return E.right({ executedId, further: isId('prv', executedId) ? [act] : [] })
  }
  if (proposal.userId === user.userId) return permissionDenied
  const reset = await resetFactor(needs, unit, proposal, user.displayName, nowMs)
  if (E.isLeft(reset)) return reset
  const { executedId, sessions } = reset.right
  const act = { action: 'second_factor.reset', target: proposal.userId, details: { approvalId, sessions } }
  return E.right({ executedId, further: [act] })
}

export const decideApproval = mutation(decideApprovalEntry, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const { request, facts, signature, nowMs } = call
    const { decision: verdict, reason, version } = request
    const approvalId = knownId('apr', request.approvalId)
    if (E.isLeft(approvalId)) return approvalId
    const locked = await unit.approvals.lock(approvalId.right)
    const decidable = kindsFor(facts.admin?.permissions ?? [], signature.actor)
    if (decidable.length === 0) return permissionDenied
    if (locked === undefined) return notFound
    const { proposal, organizationId } = locked
    if (!decidable.includes(proposal.kind)) return permissionDenied
    const decided = decidedApproval(locked, { verdict, by: signerOf(call), reason, version, atMs: nowMs })
    if (E.isLeft(decided)) return decided
    const isApproved = decided.right.status === 'approved'
    const executed = isApproved ? await execute(needs, unit, locked, call) : E.right(NOTHING)
    if (E.isLeft(executed)) return executed
    const { executedId, further } = executed.right
    const approval: Approval = { ...decided.right, executedId }
    unit.approvals.replace(approval)
    const became = executedId === undefined ? {} : { became: executedId }
    const details = { verdict, makerId: locked.makerId, ...became, ...detailsOf(proposal) }
    return E.right({
      result: { approval: approvalView(approval) },
      about: { target: approval.approvalId, organizationId, reason, details },
      further,
    })
  },
})
