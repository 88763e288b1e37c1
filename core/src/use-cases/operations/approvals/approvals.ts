import { type Approval, APPROVAL_KINDS, kindsFor } from '../../../domain/approvals/approval.js'
import { decidedApproval } from '../../../domain/approvals/decide.js'
import type { OrganizationId } from '../../../domain/ids/id.js'
import { approvalOperations } from '../../../domain/operations/approvals/operations.js'
import { approvalView } from '../../../domain/operations/approvals/views.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import { E } from '../../../fp.js'
import { enactApproval } from '../../approvals/enact-approval.js'
import { mutation } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { listing } from '../running/listing.js'
import { byId } from '../running/positions.js'
import { detailsOf, signerOf } from './propose.js'

const notFound = E.left(refusal('NotFound'))
const permissionDenied = E.left(refusal('PermissionDenied'))

/** The Organizations whose money is proposed to be moved. */
const organizationsOf = (approvals: readonly Approval[]): readonly OrganizationId[] => [
  ...new Set(
    approvals.flatMap(({ organizationId, proposal }) =>
      organizationId === undefined || proposal.kind === 'price_version' ? [] : [organizationId],
    ),
  ),
]

/**
 * The proposals that the caller may decide, by their kinds: what waits for a decision with the oldest first, everything
 * else with the newest first. PermissionDenied for those who may decide none.
 */
export const listApprovals = listing(approvalOperations.listApprovals, {
  positions: byId('apr'),
  query: ({ request: { status, kind }, facts }) => {
    const decidable = kindsFor(facts.admin?.permissions ?? [])
    if (decidable.length === 0) return permissionDenied
    return E.right({ status, kinds: decidable.filter((one) => one === (kind ?? one)).join(' ') })
  },
  read: async ({ status, kinds }, { position: beyond, readAhead: limit }, { storage }) => {
    const asked = APPROVAL_KINDS.filter((kind) => kinds.split(' ').includes(kind))
    const order = status === 'pending' ? 'oldest first' : 'newest first'
    const read = await storage.approvals.list({ status, kinds: asked, order, beyond, limit })()
    if (E.isLeft(read)) return read
    const { epoch, value: entries } = read.right
    const owners = await storage.tenancy.organizationBooks(organizationsOf(entries))()
    return E.isLeft(owners) ? owners : E.right({ epoch, value: { entries, owners: owners.right.value } })
  },
  positionOf: ({ approvalId }) => approvalId,
  show: (found, { owners }) => ({
    approvals: found.map((one) => approvalView(one, one.organizationId && owners.get(one.organizationId))),
  }),
})

/**
 * Decides what somebody else has proposed, once: what is approved is done in the same unit. ApprovalRequired for the
 * maker; PermissionDenied where the caller may not do such a thing alone; Conflict where it was decided already, where
 * another version was seen, and where it cannot be done any more, which leaves it pending.
 */
export const decideApproval = mutation(approvalOperations.decideApproval, {
  lock: 'exclusive',
  run: async (unit, call, needs) => {
    const { request, facts, nowMs } = call
    const { decision: verdict, reason, version } = request
    const approvalId = knownId('apr', request.approvalId)
    if (E.isLeft(approvalId)) return approvalId
    const locked = await unit.approvals.lock(approvalId.right)
    const decidable = kindsFor(facts.admin?.permissions ?? [])
    if (decidable.length === 0) return permissionDenied
    if (locked === undefined) return notFound
    const { proposal, organizationId } = locked
    if (!decidable.includes(proposal.kind)) return permissionDenied
    const decided = decidedApproval(locked, { verdict, by: signerOf(call), reason, version, atMs: nowMs })
    if (E.isLeft(decided)) return decided
    const owner = organizationId && (await unit.organizations.lock(organizationId))
    const isApproved = decided.right.status === 'approved'
    const enacted = isApproved ? await enactApproval(needs, unit, locked, nowMs) : E.right(undefined)
    if (E.isLeft(enacted)) return enacted
    const approval: Approval = { ...decided.right, enactedId: enacted.right }
    unit.approvals.replace(approval)
    const became = enacted.right === undefined ? {} : { became: enacted.right }
    const details = { verdict, makerId: locked.makerId, ...became, ...detailsOf(proposal, owner) }
    return E.right({
      result: { approval: approvalView(approval, owner) },
      about: { target: approval.approvalId, organizationId, reason, details },
    })
  },
})
