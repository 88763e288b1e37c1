import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  proposeBalanceCredit,
  proposeBalanceCreditEntry,
  proposeBalanceAdjustment,
  proposeBalanceAdjustmentEntry,
} from './balance-proposals.js'
import { deleteOrganizationBudget, deleteOrganizationBudgetEntry } from './delete-organization-budget.js'
import { getCustomerBalance, getCustomerBalanceEntry } from './get-customer-balance.js'
import {
  listCustomerBillingActivity,
  listCustomerBillingActivityEntry,
} from './list-customer-billing-activity.js'
import { listDriftingAccounts, listDriftingAccountsEntry } from './list-drifting-accounts.js'
import { listOrganizationBudgets, listOrganizationBudgetsEntry } from './list-organization-budgets.js'
import { restoreAccountFigures, restoreAccountFiguresEntry } from './restore-account-figures.js'
import { runReconciliation, runReconciliationEntry } from './run-reconciliation.js'
import {
  saveCustomerAppBillingProfile,
  saveCustomerAppBillingProfileEntry,
} from './save-customer-app-billing-profile.js'
import { saveOrganizationBudget, saveOrganizationBudgetEntry } from './save-organization-budget.js'

/** Operations about an Organization's balance, spending and budgets (docs/api/money#balances). */
export const moneyOperations = {
  getCustomerBalance: getCustomerBalanceEntry,
  listCustomerBillingActivity: listCustomerBillingActivityEntry,
  listOrganizationBudgets: listOrganizationBudgetsEntry,
  saveOrganizationBudget: saveOrganizationBudgetEntry,
  deleteOrganizationBudget: deleteOrganizationBudgetEntry,
  saveCustomerAppBillingProfile: saveCustomerAppBillingProfileEntry,
  proposeBalanceCredit: proposeBalanceCreditEntry,
  proposeBalanceAdjustment: proposeBalanceAdjustmentEntry,
  listDriftingAccounts: listDriftingAccountsEntry,
  runReconciliation: runReconciliationEntry,
  restoreAccountFigures: restoreAccountFiguresEntry,
} as const

/** Implementations of the operations about an Organization's money. */
export const moneyImplementations = {
  getCustomerBalance,
  listCustomerBillingActivity,
  listOrganizationBudgets,
  saveOrganizationBudget,
  deleteOrganizationBudget,
  saveCustomerAppBillingProfile,
  proposeBalanceCredit,
  proposeBalanceAdjustment,
  listDriftingAccounts,
  runReconciliation,
  restoreAccountFigures,
} satisfies ImplementationsOf<typeof moneyOperations>
