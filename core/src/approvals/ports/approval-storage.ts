import type { Approval, ApprovalKind, ApprovalStatus } from '../domain/approval.js'
import type { ApprovalId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

export interface ApprovalQuery {
  /** Undefined: any status. */
  readonly status: ApprovalStatus | undefined
  readonly kinds: readonly ApprovalKind[]
  /** Only this one. */
  readonly approvalId?: ApprovalId | undefined
  readonly order: 'oldest first' | 'newest first'
  /** The last approval shown. */
  readonly beyond: ApprovalId | undefined
  readonly limit: number
}

/** Proposals and their decisions. */
export interface ApprovalStorage {
  /** The approvals that match the query, by the order of their proposals, ascending or descending. */
  list(query: ApprovalQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly Approval[]>>
}
