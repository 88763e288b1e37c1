import type { ResultOf } from '@postrider/core/assembly/registry'
import { BY_DEMO, type DemoCaller } from './demo-callers.js'

/** Two super admins: one proposes, the other one decides. */
export interface AdminPair {
  readonly maker: DemoCaller
  readonly checker: DemoCaller
}

type Proposal = 'proposePriceVersion' | 'proposeBalanceCredit'

/** Proposes a change and has it approved, which takes two people. */
export const agree = async (
  { maker, checker }: AdminPair,
  proposal: Proposal,
  body: object,
): Promise<void> => {
  const { reason } = BY_DEMO
  const proposed: ResultOf<Proposal> = await maker.run(proposal, { ...body, reason })
  const { approvalId, version } = proposed.approval
  await checker.run('decideApproval', { approvalId, version, decision: 'approve', reason })
}
