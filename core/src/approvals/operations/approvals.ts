import { type Approval, APPROVAL_KINDS, kindsFor } from '../domain/approval.js'
import { decidedApproval } from '../domain/decide.js'
import { isId } from '../../kernel/ids/id.js'
import { approvalOperations } from './operations.js'
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
import { listing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'
import { detailsOf, signerOf } from './propose.js'
import { present } from '../../kernel/present.js'

const notFound = E.left(refusal('NotFound'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/**
 * The proposals that the caller may decide, by their kinds: what waits for a decision with the oldest first, everything
 * else with the newest first. PermissionDenied for those who may decide none.
 */
export const listApprovals = listing(approvalOperations.listApprovals, {
  positions: byId('apr'),
  query: ({ request: { status, kind, approvalId }, facts, signature: { actor } }) => {
    const decidable = kindsFor(facts.admin?.permissions ?? [], actor)
    if (decidable.length === 0) return permissionDenied
    const kinds = decidable.filter((one) => one === (kind ?? one)).join(' ')
    // A cursor is bound to all that its query names.
    return E.right({ status, kinds, ...present({ approvalId }) })
  },
  read: async ({ status, kinds, approvalId: named }, { position: beyond, readAhead: limit }, { storage }) => {
    const approvalId = named !== undefined && isId('apr', named) ? named : undefined
    // Nothing is there under an identifier that this service never made.
    const isNone = named !== approvalId
    const chosenKinds = isNone ? [] : APPROVAL_KINDS.filter((kind) => kinds.split(' ').includes(kind))
    const order = status === 'pending' ? 'oldest first' : 'newest first'
    const read = await storage.approvals.list({
      status,
      kinds: chosenKinds,
      approvalId,
      order,
      beyond,
      limit,
    })()
    if (E.isLeft(read)) return read
    return E.map(({ epoch, value: entries }: typeof read.right) => ({ epoch, value: { entries } }))(read)
  },
  positionOf: ({ approvalId }) => approvalId,
  show: (found) => ({ approvals: found.map(approvalView) }),
})

/** What a decision has done: what it became, and what the audit log says of it besides. */
interface ExecutedApproval {
  readonly executedId: Approval['executedId']
  readonly further: readonly FurtherAct[]
}

const NOTHING: ExecutedApproval = { executedId: undefined, further: [] }

/** Does what is approved; PermissionDenied for somebody's own second factor. */
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
    // A price is a record of its own, with a history.
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

/**
 * Decides what somebody else has proposed, once: what is approved is done in the same unit. ApprovalRequired for the
 * maker; PermissionDenied where the caller may not do such a thing alone, and for their own second factor; Conflict where it was decided already, where
 * another version was seen, and where it cannot be done any more, which leaves it pending.
 */
export const decideApproval = mutation(approvalOperations.decideApproval, {
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
