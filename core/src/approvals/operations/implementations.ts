import type { approvalOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as approvals from './approvals.js'

/** What carries out the operations about what two people decide. */
export const approvalImplementations = {
  ...approvals,
} satisfies ImplementationsOf<typeof approvalOperations>
