import type { Actor } from '../../audit/domain/audit-event.js'
import type { UserId } from '../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Approval } from './approval.js'

/** The person who acts, and by what means. */
export interface ApprovalActor {
  readonly userId: UserId
  readonly kind: Actor['kind']
  readonly credentialId: string | undefined
}

/** What somebody says to a proposal. */
export interface ApprovalDecision {
  readonly verdict: 'approve' | 'reject'
  readonly by: ApprovalActor
  readonly reason: string
  /** The version that was seen. */
  readonly version: number
  readonly atMs: EpochMs
}

/**
 * The proposal as it stands once it is decided. ApprovalRequired for its maker, by whatever means: people are
 * compared, not keys (docs/contract#approvals); Conflict where it was decided already, or where its version is not
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
