import type { BalanceProposal } from '../../../approvals/domain/approval.js'
import { checkProposal } from '../../../approvals/domain/check-proposal.js'
import { canHold } from '../../../approvals/domain/enact.js'
import type { WellShaped } from '../../../kernel/codecs/well-shaped.js'
import type { InspectionContext } from '../../../kernel/inspections/inspection.js'
import { newAccount } from '../../domain/post.js'
import { moneyOperations } from './operations.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import type { Organization } from '../../../tenancy/domain/records.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { environmentInUnit } from '../../../tenancy/use-cases/environment-meant.js'
import { propose } from '../../../approvals/operations/propose.js'
import {
  type CallOf,
  type AuthorizedCall,
  mutation,
  type OperationNeeds,
} from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'

type BalanceRequest = CallOf<typeof moneyOperations.proposeBalanceCredit>['request']

/**
 * Proposes to give an Organization money in one of its environments, or to take some. InvalidRequest where nobody says in which,
 * and its Projects are of both environments. Conflict where the account could not be counted any more;
 * whether enough is available to be taken shows when it is decided.
 */
const proposing = (kind: BalanceProposal['kind']) => ({
  lock: 'shared' as const,
  inspect: (
    parts: WellShaped<BalanceRequest>,
    { nowMs }: InspectionContext,
    { platform: { currencies } }: OperationNeeds,
  ) => checkProposal({ ...parts, kind }, currencies, nowMs),
  run: async (unit: UnitOfWork, call: AuthorizedCall<BalanceRequest>, needs: OperationNeeds) => {
    const { environment: meant, currency, amountMinor, reason } = call.request
    const named = knownId('org', call.request.organizationId)
    if (E.isLeft(named)) return named
    const organizationId = named.right
    const terms = { kind, currency, amountMinor }
    const complete = async (organization: Organization | undefined) => {
      if (organization === undefined) throw new Error('money is always somebody’s')
      const environment = await environmentInUnit(unit, organizationId, meant)
      if (E.isLeft(environment)) return environment
      const key = { organizationId, environment: environment.right, currency }
      const account = (await unit.ledger.lock(key)) ?? newAccount(key)
      const isPossible = amountMinor < 0 || canHold(account, amountMinor)
      return isPossible ? E.right({ ...terms, environment: key.environment }) : E.left(refusal('Conflict'))
    }
    return propose(needs, unit, call, { organizationId, reason, complete })
  },
})

/** Money that no message moves comes in. */
export const proposeBalanceCredit = mutation(
  moneyOperations.proposeBalanceCredit,
  proposing('balance_credit'),
)

/** A balance is corrected, upwards or downwards. */
export const proposeBalanceAdjustment = mutation(
  moneyOperations.proposeBalanceAdjustment,
  proposing('balance_adjustment'),
)
