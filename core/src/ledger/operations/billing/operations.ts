import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { getBalanceAlert, getBalanceAlertEntry } from './get-balance-alert.js'
import {
  getCustomerAppBillingProfile,
  getCustomerAppBillingProfileEntry,
} from './get-customer-app-billing-profile.js'
import {
  getLedgerProof,
  getLedgerProofEntry,
  getSignedLedgerHead,
  getSignedLedgerHeadEntry,
} from './ledger-proof.js'
import { listCustomerBalances, listCustomerBalancesEntry } from './list-customer-balances.js'
import { listCustomerPrices, listCustomerPricesEntry } from './list-customer-prices.js'
import { listDailyUsage, listDailyUsageEntry } from './list-daily-usage.js'
import { setBalanceAlert, setBalanceAlertEntry } from './set-balance-alert.js'

/** Operations about an Organization's billing: balances, usage, proofs and prices. */
export const billingOperations = {
  listCustomerBalances: listCustomerBalancesEntry,
  getLedgerProof: getLedgerProofEntry,
  getSignedLedgerHead: getSignedLedgerHeadEntry,
  listDailyUsage: listDailyUsageEntry,
  getBalanceAlert: getBalanceAlertEntry,
  setBalanceAlert: setBalanceAlertEntry,
  listCustomerPrices: listCustomerPricesEntry,
  getCustomerAppBillingProfile: getCustomerAppBillingProfileEntry,
} as const

/** Implementations of the billing operations. */
export const billingImplementations = {
  listCustomerBalances,
  getLedgerProof,
  getSignedLedgerHead,
  listDailyUsage,
  getBalanceAlert,
  setBalanceAlert,
  listCustomerPrices,
  getCustomerAppBillingProfile,
} satisfies ImplementationsOf<typeof billingOperations>
