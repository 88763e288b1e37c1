import type { BalanceProposal } from '../../../approvals/domain/approval.js'
import { checkProposal } from '../../../approvals/domain/check-proposal.js'
import { canHold } from '../../../approvals/domain/enact.js'
import type { WellShaped } from '../../../kernel/codecs/well-shaped.js'
import type { InspectionContext } from '../../../kernel/inspections/inspection.js'
import { newAccount } from '../../domain/post.js'
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
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MONEY_AGENTS_TOO } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  environmentMeant,
} from '../../../runner/domain/fields/tenancy.js'
import { currency as currencyField, minor } from '../../../kernel/codecs/money.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { approvalShape } from '../../../approvals/operations/shapes.js'

/** Another super admin must decide on the proposal. */
const PROPOSAL = {
  ...MONEY_AGENTS_TOO,
  mutation: true,
  controls: ['reason', 'makerChecker'],
  stepUp: true,
  refusals: ['NotFound'],
} as const

type BalanceRequest = CallOf<typeof proposeBalanceCreditEntry>['request']

/**
 * Proposes to credit or adjust an account of an Organization. InvalidRequest if the request names no
 * environment and the Organization has Projects in both. Conflict if the balance would leave the safe
 * integers. Whether enough is available for a debit is checked at the decision.
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

/** Proposes a credit: money that no message moves. */
export const proposeBalanceCreditEntry = entryOf('Money', 'proposeBalanceCredit', {
  ...PROPOSAL,
  effect: 'adds',
  quotas: ['pendingApprovals'],
  summary: 'Propose a credit to an Organization',
  description: 'The credit is booked when another super admin approves it.',
  success: 'The proposal is pending until another super admin decides it.',
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      currency: currencyField,
      amountMinor: minor('Amount to credit, in minor units, greater than 0.', 1),
      reason: reasonField,
    },
    { environment: environmentMeant },
  ),
  result: mutationResult({ approval: approvalShape }, {}),
})

export const proposeBalanceCredit = mutation(proposeBalanceCreditEntry, proposing('balance_credit'))

/** Proposes a correction of a balance, positive or negative. */
export const proposeBalanceAdjustmentEntry = entryOf('Money', 'proposeBalanceAdjustment', {
  ...PROPOSAL,
  effect: 'adds',
  quotas: ['pendingApprovals'],
  summary: 'Propose an adjustment of an Organization’s balance',
  description:
    "The adjustment is booked when another super admin approves it. It can't make the available balance negative.",
  success: 'The proposal is pending until another super admin decides it.',
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      currency: currencyField,
      amountMinor: minor(
        'Amount of the adjustment in minor units, not 0. A negative amount reduces the balance.',
      ),
      reason: reasonField,
    },
    { environment: environmentMeant },
  ),
  result: mutationResult({ approval: approvalShape }, {}),
})

export const proposeBalanceAdjustment = mutation(
  proposeBalanceAdjustmentEntry,
  proposing('balance_adjustment'),
)
