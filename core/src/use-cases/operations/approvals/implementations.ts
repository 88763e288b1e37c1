import type { approvalOperations } from '../../../domain/operations/approvals/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as approvals from './approvals.js'

/** What carries out the operations about what two people decide. */
export const approvalImplementations = {
  ...approvals,
} satisfies ImplementationsOf<keyof typeof approvalOperations>
