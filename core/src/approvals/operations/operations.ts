import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { decideApproval, decideApprovalEntry } from './decide-approval.js'
import { listApprovals, listApprovalsEntry } from './list-approvals.js'

/** Operations about proposals that need two people (docs/api/admin#approvals). */
export const approvalOperations = {
  listApprovals: listApprovalsEntry,
  decideApproval: decideApprovalEntry,
} as const

/** Implementations of the operations about proposals. */
export const approvalImplementations = {
  listApprovals,
  decideApproval,
} satisfies ImplementationsOf<typeof approvalOperations>
