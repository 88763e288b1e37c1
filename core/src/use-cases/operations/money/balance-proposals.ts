import type { BalanceProposal } from '../../../domain/approvals/approval.js'
import { canHold } from '../../../domain/approvals/enact.js'
import { bookOf } from '../../../domain/ledger/book.js'
import { newAccount } from '../../../domain/ledger/post.js'
import { refusal } from '../../../domain/refusals/refusal.js'
import type { Organization } from '../../../domain/tenancy/records.js'
import { E } from '../../../fp.js'
import { environmentInUnit } from '../../accounts/environment-meant.js'
import { type Implementations, type Mutation, mutation } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { propose, type ProposeNeeds } from '../approvals/propose.js'

type BalanceOperation = 'proposeBalanceCredit' | 'proposeBalanceAdjustment'

/**
 * Proposes to give an Organization money in one of its books, or to take some. InvalidRequest where nobody says in which,
 * and its Projects are of both environments. Conflict where the account could not be counted any more;
 * whether enough is available to be taken shows when it is decided.
 */
const proposeBalance = <K extends BalanceOperation>(
  needs: ProposeNeeds,
  kind: BalanceProposal['kind'],
): Mutation<K> =>
  mutation<BalanceOperation>('shared', async (unit, call) => {
    const { environment: meant, currency, amountMinor, reason } = call.request
    const named = knownId('org', call.request.organizationId)
    if (E.isLeft(named)) return named
    const organizationId = named.right
    const terms = { kind, currency, amountMinor }
    const complete = async (organization: Organization | undefined) => {
      if (organization === undefined) throw new Error('money is always somebody’s')
      const environment = await environmentInUnit(unit, organizationId, meant)
      if (E.isLeft(environment)) return environment
      const key = { organizationId, book: bookOf(organization, environment.right), currency }
      const account = (await unit.ledger.lock(key)) ?? newAccount(key)
      const isPossible = amountMinor < 0 || canHold(account, amountMinor)
      return isPossible ? E.right({ ...terms, book: key.book }) : E.left(refusal('Conflict'))
    }
    return propose(needs, unit, call, { organizationId, reason, complete })
  })

/** Money that no message moves. */
export const balanceImplementations = (needs: ProposeNeeds): Pick<Implementations, BalanceOperation> => ({
  proposeBalanceCredit: proposeBalance(needs, 'balance_credit'),
  proposeBalanceAdjustment: proposeBalance(needs, 'balance_adjustment'),
})
