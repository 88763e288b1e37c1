import { type Approval, kindsFor } from '../../../domain/approvals/approval.js'
import { decide } from '../../../domain/approvals/decide.js'
import type { OrganizationId } from '../../../domain/ids/id.js'
import { approvalView } from '../../../domain/operations/approvals/views.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { enactApproval } from '../../approvals/enact-approval.js'
import { type Implementations, mutation, type Reading } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { pageOf } from '../running/page.js'
import { detailsOf, signerOf } from './propose.js'

type Needs = Pick<Ports, 'storage' | 'ids' | 'digests'>

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
 * else with the newest first. PermissionDenied where he may decide none.
 */
const listApprovals =
  ({ storage, digests }: Needs): Reading<'listApprovals'> =>
  (call) =>
  async () => {
    const { request, facts } = call
    const { status, kind } = request
    const decidable = kindsFor(facts.admin?.permissions ?? [])
    if (decidable.length === 0) return permissionDenied
    const kinds = decidable.filter((one) => one === (kind ?? one))
    const page = pageOf(digests, 'apr', ['listApprovals', status, kinds.join(' ')], request)
    if (E.isLeft(page)) return page
    const { position: beyond, readAhead: limit, cut } = page.right
    const order = status === 'pending' ? 'oldest first' : 'newest first'
    const read = await storage.approvals.list({ status, kinds, order, beyond, limit })()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(value, ({ approvalId }) => approvalId)
    const owners = await storage.tenancy.booksKept(organizationsOf(shown))()
    if (E.isLeft(owners)) return owners
    const approvals = shown.map((one) =>
      approvalView(one, one.organizationId && owners.right.value.get(one.organizationId)),
    )
    return E.right({ epoch, value: { organizationId: undefined, result: { approvals, nextCursor } } })
  }

/**
 * Decides what somebody else has proposed, once: what is approved is done in the same unit. ApprovalRequired for the
 * maker; PermissionDenied where the caller may not do such a thing himself; Conflict where it was decided already, where
 * another version was seen, and where it cannot be done any more, which leaves it pending.
 */
const decideApproval = (needs: Needs) =>
  mutation<'decideApproval'>('exclusive', async (unit, call) => {
    const { request, facts, nowMs } = call
    const { decision: verdict, reason, version } = request
    const approvalId = knownId('apr', request.approvalId)
    if (E.isLeft(approvalId)) return approvalId
    const held = await unit.approvals.lock(approvalId.right)
    const decidable = kindsFor(facts.admin?.permissions ?? [])
    if (decidable.length === 0) return permissionDenied
    if (held === undefined) return notFound
    const { proposal, organizationId } = held
    if (!decidable.includes(proposal.kind)) return permissionDenied
    const decided = decide(held, { verdict, by: signerOf(call), reason, version, atMs: nowMs })
    if (E.isLeft(decided)) return decided
    const owner = organizationId && (await unit.organizations.lock(organizationId))
    const isApproved = decided.right.status === 'approved'
    const enacted = isApproved ? await enactApproval(needs, unit, held, nowMs) : E.right(undefined)
    if (E.isLeft(enacted)) return enacted
    const approval: Approval = { ...decided.right, enactedId: enacted.right }
    unit.approvals.replace(approval)
    const became = enacted.right === undefined ? {} : { became: enacted.right }
    const details = { verdict, makerId: held.makerId, ...became, ...detailsOf(proposal, owner) }
    return E.right({
      result: { approval: approvalView(approval, owner) },
      about: { target: approval.approvalId, organizationId, reason, details },
    })
  })

/** What is proposed, and what was decided, by somebody else. */
export const approvalImplementations = (
  needs: Needs,
): Pick<Implementations, 'listApprovals' | 'decideApproval'> => ({
  listApprovals: listApprovals(needs),
  decideApproval: decideApproval(needs),
})
