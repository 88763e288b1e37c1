import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { decideApproval, decideApprovalEntry } from './decide-approval.js'
import { listApprovals, listApprovalsEntry } from './list-approvals.js'

/** Money that two people move, and what they say to one another's proposals (docs/contract#approvals). */
export const approvalOperations = {
  listApprovals: listApprovalsEntry,
  decideApproval: decideApprovalEntry,
} as const

/** What carries out the operations about what two people decide. */
export const approvalImplementations = {
  listApprovals,
  decideApproval,
} satisfies ImplementationsOf<typeof approvalOperations>
