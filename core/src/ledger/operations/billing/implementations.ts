import type { billingOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as balanceAlerts from './balance-alerts.js'
import * as getCustomerAppBillingProfile from './get-customer-app-billing-profile.js'
import * as ledgerProof from './ledger-proof.js'
import * as listCustomerBalances from './list-customer-balances.js'
import * as listCustomerPrices from './list-customer-prices.js'
import * as listDailyUsage from './list-daily-usage.js'

/** What carries out the operations about what an Organization pays for, by what proof, and at which prices. */
export const billingImplementations = {
  ...balanceAlerts,
  ...getCustomerAppBillingProfile,
  ...ledgerProof,
  ...listCustomerBalances,
  ...listCustomerPrices,
  ...listDailyUsage,
} satisfies ImplementationsOf<typeof billingOperations>
