import type { moneyOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as balanceProposals from './balance-proposals.js'
import * as balancesAndBudgets from './balances-and-budgets.js'
import * as billingProfiles from './billing-profiles.js'
import * as deleteOrganizationBudget from './delete-organization-budget.js'
import * as listCustomerBillingActivity from './list-customer-billing-activity.js'
import * as reconciliation from './reconciliation.js'

/** What carries out the operations about what an Organization has, spends and may spend. */
export const moneyImplementations = {
  ...balanceProposals,
  ...balancesAndBudgets,
  ...billingProfiles,
  ...deleteOrganizationBudget,
  ...listCustomerBillingActivity,
  ...reconciliation,
} satisfies ImplementationsOf<typeof moneyOperations>
