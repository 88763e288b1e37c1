import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { identifier, messageId, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { LEDGER_EVENT_TYPES } from '../../domain/ledger-event.js'
import { appId, countryCode, environment, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'

/** The amounts of an account, as all responses show them (docs/contract#balances). */
export const balanceFields = {
  organizationId: identifier('The billing owner.', 'org_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  currency,
  availableMinor: minor('postedMinor minus reservedMinor: what may still be spent.'),
  reservedMinor: minor('Held by messages that are not final.', 0),
  postedMinor: minor('Credits and adjustments minus settlements.'),
  asOf: timestamp('When these figures were read.'),
  projectionVersion: integer({
    min: 0,
    description: 'Grows with every ledger event; 0 without an account.',
    example: 2,
  }),
  reconciliationStatus: literalUnion(['reconciled', 'pending', 'drift'], {
    description: 'Whether the figures were last found equal to the ledger.',
  }),
} as const

/** The common fields of ledger entries in all responses (docs/contract#usage). */
export const entryFields = {
  entryId: identifier('Identifies the ledger entry.', 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  amountMinor: minor('Integer minor units, never negative; `type` says which way it counts.', 0),
  currency,
  status: literalUnion(['held', 'settled', 'released', 'posted'], {
    description: 'Of a reservation: held, settled or released; of the others: posted.',
  }),
  occurredAt: timestamp('When the entry was written.'),
} as const

/** The reservation that a settlement or release closes. */
export const relatedEntryId = identifier(
  'The reservation that this entry closes.',
  'ent_01k9x7c2v5n8q4r6t0w3y1z5bc',
)

/** The entry types of an account. */
export const entryType = literalUnion(LEDGER_EVENT_TYPES, {
  description: 'A `credit` counts upwards, a `debit` is an adjustment downwards.',
})

/** One movement of an Organization's money, of any type. */
export const billingEntryShape = open(
  { ...entryFields, type: entryType },
  { messageId, appId, relatedEntryId },
  { name: 'BillingEntry', description: "One movement of an Organization's money." },
)

const SCOPE = { appId, channel: literalUnion(CHANNEL_NAMES) } as const
const period = literalUnion(['day', 'month'], { description: 'UTC.' })
const limitMinor = minor(
  'Integer minor units; of a blocking budget 0 lets nothing through that costs anything.',
  0,
)
const action = literalUnion(['block', 'alert'], {
  description: '`block` refuses what would exceed it, `alert` only tells.',
})
const percent = integer({ min: 1, max: 100, example: 80 })

/** The scope of a budget in a request. */
export const budgetScopeRequest = closed({}, SCOPE, {
  description: 'What it counts: the whole Organization, or an app, a channel, or both.',
})

/** The other fields of a budget in a request (docs/contract#budgets). */
export const budgetRequestFields = { period, currency, limitMinor, action } as const

/** The alert percentages in a request; the use case checks their order. */
export const alertPercentsRequest = list(percent, {
  maxItems: 10,
  description: 'Percentages of the limit, ascending, whose crossing is told; absent: 50, 80 and 100.',
})

export const budgetId = identifier('The budget.', 'bud_01k9x7c2v5n8q4r6t0w3y1z5bd')

const budgetFields = {
  budgetId,
  organizationId,
  scope: open({}, SCOPE, { description: 'What it counts: everything where nothing is named.' }),
  period,
  currency,
  limitMinor,
  action,
  alertPercents: list(percent),
  version,
} as const

/** A deleted budget as it was (docs/contract#budgets). */
export const deletedBudgetShape = open(budgetFields, {}, { description: 'The budget as it was.' })

/** A budget and its use in the current period (docs/contract#budgets). */
export const budgetShape = open(
  {
    ...budgetFields,
    usedMinor: minor('Reserved and settled of what was accepted in the period.', 0),
    periodStart: timestamp('The first moment of the present period.'),
    periodEnd: timestamp('The first moment of the next period.'),
  },
  {},
  { name: 'Budget', description: 'A limit on spending that the Organization sets itself.' },
)

const line = (description: string, example: string, maxLength = 100) =>
  text({ minLength: 1, maxLength, oneLine: true, visible: true, description, example })

/** The required fields of a billing profile (docs/contract#billing-profiles). */
export const billingProfileFields = {
  legalName: line('Whom invoices are made out to.', 'Acme Private Limited'),
  addressLine1: line('Street and number.', '1 Market Road'),
  city: line('The city.', 'Bengaluru'),
  countryCode,
} as const

/** The optional fields of a billing profile. */
export const billingProfileOptions = {
  taxId: line('As the tax authority writes it.', '29ABCDE1234F1Z5', 64),
  addressLine2: line('Floor, building.', 'Second floor'),
  region: line('The state or province.', 'Karnataka'),
  postalCode: line('The postal code.', '560001', 20),
} as const

/** An app's billing profile (docs/contract#billing-profiles). */
export const billingProfileShape = open(
  {
    organizationId,
    appId,
    ...billingProfileFields,
    billingEmail: text({ example: 'billing@example.com' }),
    version,
  },
  billingProfileOptions,
  { name: 'BillingProfile', description: "Whom an app's invoices are made out to." },
)

/** The environment whose accounts are compared with their ledgers. */
export const environmentCompared = literalUnion(['test', 'production'], {
  description: 'Accounts of this environment alone; absent: of both.',
})

/** The comparison of an account with its ledger. */
export const reconciledAccountShape = open(
  {
    organizationId,
    environment,
    currency,
    status: text({ description: 'reconciled, pending or drift.', example: 'reconciled' }),
    checkedAt: timestamp('When it was compared last.'),
    version: integer({ min: 0, description: 'Grows with every ledger event.', example: 12 }),
    postedMinor: minor('As the account says.'),
    reservedMinor: minor('As the account says.'),
  },
  { finding: text({ description: 'What is wrong, in a sentence, while the status is drift.' }) },
  { name: 'ReconciledAccount', description: 'An account, and what comparing it with its ledger has found.' },
)
