import { list } from '../../codecs/list.js'
import { currency } from '../../codecs/money.js'
import type { Operation } from '../entries/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../entries/request.js'
import { from, to } from '../fields/epoch-bounds.js'
import {
  alertPercentsRequest,
  balanceFields,
  billingEntryShape,
  billingProfileFields,
  billingProfileOptions,
  billingProfileShape,
  budgetId,
  budgetRequestFields,
  budgetScopeRequest,
  budgetShape,
  entryType,
} from './shapes.js'
import { version } from '../fields/version.js'
import { appId, environment, environmentMeant, organizationId } from '../fields/places.js'
import { email } from '../../codecs/email-text.js'

const MONEY = {
  subject: 'Money',
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'billing.read',
  mutation: false,
  whileSuspended: true,
  controls: [],
} as const

/** What an Organization has, what it spent, and what it may spend (docs/contract#balances). */
export const moneyOperations = {
  getCustomerBalance: {
    ...MONEY,
    summary: "Read an Organization's balance",
    description: 'Zeros for a currency without an account.',
    request: readRequest({ organizationId, currency }, { environment: environmentMeant }),
    result: readResult({ ...balanceFields, environment }, {}),
  },
  listCustomerBillingActivity: {
    ...MONEY,
    summary: "List an Organization's financial activity",
    description:
      'The range must lie within one UTC calendar month, span at most 31 days, and not reach into the future.',
    request: pageRequest(
      { organizationId, currency, from, to },
      {
        environment: environmentMeant,
        type: entryType,
        appId,
      },
    ),
    result: pageResult({ entries: list(billingEntryShape), environment }),
  },
  listOrganizationBudgets: {
    ...MONEY,
    summary: "List an Organization's budgets and what was used of them",
    request: readRequest({ organizationId }, { environment: environmentMeant }),
    result: readResult({ budgets: list(budgetShape), environment }, {}),
  },
  saveOrganizationBudget: {
    ...MONEY,
    summary: 'Make a budget, or change one',
    description:
      'A change names the budget and its present `version`; its currency and its environment stay.',
    permission: 'billing.manage',
    mutation: true,
    controls: ['version'],
    request: mutationRequest(
      { organizationId, scope: budgetScopeRequest, ...budgetRequestFields },
      { environment: environmentMeant, budgetId, version, alertPercents: alertPercentsRequest },
    ),
    result: mutationResult({ budget: budgetShape, environment }, {}),
  },
  saveCustomerAppBillingProfile: {
    ...MONEY,
    summary: "Say whom an app's invoices are made out to",
    description: 'It makes no money and changes no price. A change names the present `version`.',
    audiences: ['customerAgent'],
    permission: 'billing.manage',
    mutation: true,
    whileSuspended: false,
    controls: ['version'],
    request: mutationRequest(
      { organizationId, appId, ...billingProfileFields, billingEmail: email },
      { ...billingProfileOptions, version },
    ),
    result: mutationResult({ billingProfile: billingProfileShape }, {}),
  },
} as const satisfies Record<string, Operation>
