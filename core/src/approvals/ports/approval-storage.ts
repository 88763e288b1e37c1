import type { Approval, ApprovalKind, ApprovalStatus } from '../domain/approval.js'
import type { ApprovalId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface ApprovalQuery {
  /** Undefined: whatever became of them. */
  readonly status: ApprovalStatus | undefined
  readonly kinds: readonly ApprovalKind[]
  /** This one alone. */
  readonly approvalId?: ApprovalId | undefined
  readonly order: 'oldest first' | 'newest first'
  /** The approval that was shown last. */
  readonly beyond: ApprovalId | undefined
  readonly limit: number
}

/** What was proposed, and what became of it. */
export interface ApprovalStorage {
  /** The approvals that are asked for, in the order of their proposals or against it. */
  list(query: ApprovalQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly Approval[]>>
}
