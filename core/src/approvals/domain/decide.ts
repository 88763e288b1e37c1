import type { Actor } from '../../audit/domain/audit-event.js'
import type { UserId } from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Approval } from './approval.js'

/** The person who acts, and the credential that they use. */
export interface ApprovalActor {
  readonly userId: UserId
  readonly kind: Actor['kind']
  readonly credentialId: string | undefined
}

/** A decision on a proposal. */
export interface ApprovalDecision {
  readonly verdict: 'approve' | 'reject'
  readonly by: ApprovalActor
  readonly reason: string
  /** The version that the decider saw. */
  readonly version: number
  readonly atMs: EpochMs
}

/**
 * The proposal after a decision. ApprovalRequired for its maker, with any credential, because people are
 * compared, not keys (docs/api/admin#approvals). Conflict if it was already decided, or if its version isn't
 * the one seen.
 */
export const decidedApproval = (
  approval: Approval,
  decision: ApprovalDecision,
): E.Either<Refusal, Approval> => {
  const { verdict, by, reason, version, atMs } = decision
  if (by.userId === approval.makerId) return E.left(refusal('ApprovalRequired'))
  if (approval.status !== 'pending' || approval.version !== version) return E.left(refusal('Conflict'))
  return E.right({
    ...approval,
    status: verdict === 'approve' ? 'approved' : 'rejected',
    deciderId: by.userId,
    deciderKind: by.kind,
    deciderCredentialId: by.credentialId,
    decisionReason: reason,
    decidedAtMs: atMs,
    version: approval.version + 1,
  })
}
