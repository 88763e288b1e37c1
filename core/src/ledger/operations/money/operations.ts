import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { text } from '../../../kernel/codecs/text.js'
import { approvalShape } from '../../../approvals/operations/shapes.js'
import { runAgain, runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { from, to } from '../../../runner/domain/fields/epoch-bounds.js'
import {
  appId,
  environment,
  environmentMeant,
  organizationId,
} from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
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
  deletedBudgetShape,
  entryType,
  environmentCompared,
  reconciledAccountShape,
} from './shapes.js'

const MONEY = {
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  tenant: 'organizationId',
  permission: 'billing.read',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** What super admins do about an Organization's money. */
const ADMIN = {
  tenant: 'none',
  permission: 'admin.billing',
  whileSuspended: true,
} as const

const PERSON = { ...ADMIN, audiences: ['adminConsole'], keyKinds: [] } as const
const AGENTS_TOO = { ...ADMIN, audiences: ['adminConsole', 'adminAgent'], keyKinds: ['admin'] } as const

/** Another super admin decides it. */
const PROPOSAL = {
  ...AGENTS_TOO,
  mutation: true,
  controls: ['reason', 'makerChecker'],
  stepUp: true,
  refusals: ['NotFound'],
} as const

const cursor = text({
  minLength: 1,
  maxLength: 512,
  oneLine: true,
  description: '`nextCursor` of the answer before, with the same request.',
})

/** What an Organization has, what it spent, and what it may spend (docs/contract#balances). */
export const moneyOperations = operationsAbout('Money', {
  getCustomerBalance: {
    ...MONEY,
    summary: "Read an Organization's balance",
    description: 'Zeros for a currency without an account.',
    live: runAgain('account'),
    request: readRequest({ organizationId, currency }, { environment: environmentMeant }),
    result: readResult({ ...balanceFields, environment }, {}),
  },
  listCustomerBillingActivity: {
    ...MONEY,
    summary: "List an Organization's financial activity",
    description:
      'The range must lie within one UTC calendar month, span at most 31 days, and not reach into the future.',
    live: runAgain('account'),
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
    live: runAgain('budget'),
    request: readRequest({ organizationId }, { environment: environmentMeant }),
    result: readResult({ budgets: list(budgetShape), environment }, {}),
  },
  saveOrganizationBudget: {
    ...MONEY,
    stepUp: true,
    summary: 'Make a budget, or change one',
    description:
      'A change names the budget and its present `version`; its currency and its environment stay.',
    permission: 'billing.manage',
    mutation: true,
    effect: 'changes',
    quotas: ['budgets'],
    controls: ['version'],
    request: mutationRequest(
      { organizationId, scope: budgetScopeRequest, ...budgetRequestFields },
      { environment: environmentMeant, budgetId, version, alertPercents: alertPercentsRequest },
    ),
    result: mutationResult({ budget: budgetShape, environment }, {}),
  },
  deleteOrganizationBudget: {
    ...MONEY,
    stepUp: true,
    summary: 'Give up a budget',
    description:
      'Names its present `version`. From the next send on nothing is refused or told because of it; what messages hold or have cost stays as it is.',
    audiences: ['customerWebsite'],
    keyKinds: [],
    permission: 'billing.manage',
    mutation: true,
    effect: 'ends',
    controls: ['version'],
    request: mutationRequest({ organizationId, budgetId, version }, {}),
    result: mutationResult({ budget: deletedBudgetShape, environment }, {}),
  },
  saveCustomerAppBillingProfile: {
    ...MONEY,
    stepUp: true,
    summary: "Say whom an app's invoices are made out to",
    description: 'It makes no money and changes no price. A change names the present `version`.',
    audiences: ['customerWebsite', 'customerAgent'],
    permission: 'billing.manage',
    mutation: true,
    effect: 'changes',
    whileSuspended: false,
    controls: ['version'],
    request: mutationRequest(
      { organizationId, appId, ...billingProfileFields, billingEmail: emailAddress },
      { ...billingProfileOptions, version },
    ),
    result: mutationResult({ billingProfile: billingProfileShape }, {}),
  },
  proposeBalanceCredit: {
    ...PROPOSAL,
    effect: 'adds',
    quotas: ['pendingApprovals'],
    summary: 'Propose to credit an Organization',
    description: 'The money is there when another super admin approves it.',
    request: mutationRequest(
      { organizationId, currency, amountMinor: minor('Integer minor units, more than 0.', 1), reason },
      { environment: environmentMeant },
    ),
    result: mutationResult({ approval: approvalShape }, {}),
  },
  proposeBalanceAdjustment: {
    ...PROPOSAL,
    effect: 'adds',
    quotas: ['pendingApprovals'],
    summary: 'Propose to correct an Organization’s balance',
    description:
      'It is booked when another super admin approves it; what is available then never falls below zero.',
    request: mutationRequest(
      {
        organizationId,
        currency,
        amountMinor: minor('Integer minor units, negative to take; not 0.'),
        reason,
      },
      { environment: environmentMeant },
    ),
    result: mutationResult({ approval: approvalShape }, {}),
  },
  listDriftingAccounts: {
    ...PERSON,
    mutation: false,
    effect: 'reads',
    controls: [],
    summary: 'List accounts that differ from their ledgers',
    live: runAgainForAll('account', 'act'),
    request: pageRequest({}, {}),
    result: pageResult({ accounts: list(reconciledAccountShape) }),
  },
  runReconciliation: {
    ...AGENTS_TOO,
    mutation: true,
    effect: 'changes',
    noStepUp: NO_STEP_UP.CHANGES_NOTHING,
    refusals: ['Conflict', 'NotFound'],
    summary: 'Compare accounts with their ledgers now',
    description:
      'From the first event on, some accounts a call; nothing is repaired. A ledger that is too long for one call is ' +
      '`pending` until a further call or the reconciler has come to its end.',
    controls: ['reason'],
    request: mutationRequest(
      { reason },
      { organizationId, environment: environmentCompared, currency, cursor },
    ),
    result: mutationResult(
      {
        accounts: list(reconciledAccountShape),
        nextCursor: nullable(text({ description: 'Asks for the next accounts; null after the last.' })),
      },
      {},
    ),
  },
  restoreAccountFigures: {
    ...PERSON,
    mutation: true,
    effect: 'changes',
    refusals: ['Conflict', 'NotFound'],
    summary: 'Give a drifting account the figures of its ledger',
    description: 'Only where the ledger itself is whole: an account whose ledger was altered stays as it is.',
    controls: ['reason', 'version'],
    stepUp: true,
    request: mutationRequest(
      {
        organizationId,
        currency,
        version: integer({ min: 0, description: 'The version of the account, as listed.', example: 12 }),
        reason,
      },
      { environment: environmentMeant },
    ),
    result: mutationResult({ account: reconciledAccountShape }, {}),
  },
} as const satisfies Entries)
