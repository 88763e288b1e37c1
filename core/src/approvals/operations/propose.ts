import type { Approval, Proposal } from '../domain/approval.js'
import type { ApprovalActor } from '../domain/decide.js'
import type { AuditEvent } from '../../audit/domain/audit-event.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { approvalView } from './views.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { Organization } from '../../tenancy/domain/records.js'
import { present } from '../../kernel/present.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { AuthorizedCall, MutationResult } from '../../runner/use-cases/implementation.js'

/** A request for a proposal: its Organization, its reason and its content. */
export interface Wanted {
  readonly organizationId: OrganizationId | undefined
  readonly reason: string
  /** The proposal, after its Organization was found; left: the reason why it can't be made. */
  readonly complete: (organization: Organization | undefined) => Promise<E.Either<Refusal, Proposal>>
}

/** The acting person and their credential. */
export const signerOf = ({ facts, signature }: AuthorizedCall<unknown>): ApprovalActor => ({
  userId: facts.user.userId,
  kind: signature.actor.kind,
  credentialId: signature.credentialId,
})

/** A proposal's details for the audit log. */
export const detailsOf = (proposal: Proposal): AuditEvent['details'] => {
  if (proposal.kind !== 'price_version') return { ...proposal }
  const { effectiveFromMs, category, ...price } = proposal
  return { ...price, ...present({ category }), effectiveFrom: isoTime(effectiveFromMs) }
}

/**
 * Adds a proposal for other super admins to decide; nothing else changes. NotFound for an unknown
 * Organization; Conflict if the caller has too many pending proposals; otherwise the refusal from `complete`.
 */
export const propose = async (
  { ids }: { readonly ids: Ids },
  unit: UnitOfWork,
  call: AuthorizedCall<unknown>,
  { organizationId, reason, complete }: Wanted,
): Promise<E.Either<Refusal, MutationResult<{ readonly approval: ReturnType<typeof approvalView> }>>> => {
  const organization =
    organizationId === undefined ? undefined : await unit.organizations.lock(organizationId)
  if (organizationId !== undefined && organization === undefined) return E.left(refusal('NotFound'))
  const completed = await complete(organization)
  if (E.isLeft(completed)) return completed
  const proposal = completed.right
  const { userId, kind, credentialId } = signerOf(call)
  if ((await unit.approvals.countPending(userId)) >= QUOTAS.pendingApprovals.most)
    return E.left(quotaReached('pendingApprovals'))
  const approval: Approval = {
    approvalId: ids.next('apr'),
    organizationId,
    proposal,
    reason,
    status: 'pending',
    makerId: userId,
    makerKind: kind,
    makerCredentialId: credentialId,
    proposedAtMs: call.nowMs,
    deciderId: undefined,
    deciderKind: undefined,
    deciderCredentialId: undefined,
    decisionReason: undefined,
    decidedAtMs: undefined,
    executedId: undefined,
    version: 1,
  }
  unit.approvals.add(approval)
  return E.right({
    result: { approval: approvalView(approval) },
    about: {
      target: approval.approvalId,
      organizationId,
      reason,
      details: detailsOf(proposal),
    },
  })
}
