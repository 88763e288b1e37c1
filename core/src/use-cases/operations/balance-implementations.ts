import type { BalanceProposal } from '../../domain/approvals/approval.js'
import { canHold } from '../../domain/approvals/enact.js'
import { newAccount } from '../../domain/ledger/post.js'
import { refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import { type Implementations, type Mutation, mutation } from './implementation.js'
import { knownId } from './known-id.js'
import { propose, type ProposeNeeds } from './propose.js'

type BalanceOperation = 'proposeBalanceCredit' | 'proposeBalanceAdjustment'

/**
 * Proposes to give an Organization money, or to take some. Conflict where the account could not be counted any more;
 * whether enough is available to be taken shows when it is decided.
 */
const proposeBalance = <K extends BalanceOperation>(
  needs: ProposeNeeds,
  kind: BalanceProposal['kind'],
): Mutation<K> =>
  mutation<BalanceOperation>('shared', async (unit, call) => {
    const { currency, amountMinor, reason } = call.request
    const named = knownId('org', call.request.organizationId)
    if (E.isLeft(named)) return named
    const organizationId = named.right
    const key = { organizationId, currency }
    const obstacle = async () => {
      const account = (await unit.ledger.lock(key)) ?? newAccount(key)
      return amountMinor < 0 || canHold(account, amountMinor) ? undefined : refusal('Conflict')
    }
    const proposal = { kind, currency, amountMinor }
    return propose(needs, unit, call, { organizationId, proposal, reason, obstacle })
  })

/** Money that no message moves. */
export const balanceImplementations = (needs: ProposeNeeds): Pick<Implementations, BalanceOperation> => ({
  proposeBalanceCredit: proposeBalance(needs, 'balance_credit'),
  proposeBalanceAdjustment: proposeBalance(needs, 'balance_adjustment'),
})
