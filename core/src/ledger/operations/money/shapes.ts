import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { identifier, messageId, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, knownCurrency, minor } from '../../../kernel/codecs/money.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { LEDGER_EVENT_TYPES } from '../../domain/ledger-event.js'
import { appId, countryCode, environment, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { version } from '../../../runner/domain/fields/version.js'

/** The amounts of an account, as all responses show them (docs/api/money#balances). */
export const balanceFields = {
  organizationId: identifier('ID of the Organization that pays.', 'org_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  currency,
  availableMinor: minor(
    'Balance that can still be spent, in minor units: `postedMinor` minus `reservedMinor`.',
  ),
  reservedMinor: minor("Amount reserved for messages that aren't final yet, in minor units.", 0),
  postedMinor: minor('Credits and adjustments minus settlements, in minor units.'),
  asOf: timestamp('Time at which the amounts were read.'),
  projectionVersion: integer({
    min: 0,
    description: 'Version of the balance; increases with every ledger entry. 0 without an account.',
    example: 2,
  }),
  reconciliationStatus: literalUnion(['reconciled', 'pending', 'drift'], {
    description:
      'Result of the last comparison with the ledger: `reconciled` (equal), `pending` (not finished yet) or `drift` (different).',
  }),
} as const

/** The common fields of ledger entries in all responses (docs/api/money#usage). */
export const entryFields = {
  entryId: identifier('ID of the ledger entry; starts with `ent_`.', 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  amountMinor: minor(
    'Amount in minor units, never negative. `type` determines whether it adds or subtracts.',
    0,
  ),
  currency,
  status: literalUnion(['held', 'settled', 'released', 'posted'], {
    description: 'A reservation is `held`, `settled` or `released`; every other entry is `posted`.',
  }),
  occurredAt: timestamp('Time at which the entry was written.'),
} as const

/** The reservation that a settlement or release closes. */
export const relatedEntryId = identifier(
  'ID of the reservation that this entry closes.',
  'ent_01k9x7c2v5n8q4r6t0w3y1z5bc',
)

/** The entry types of an account. */
export const entryType = literalUnion(LEDGER_EVENT_TYPES, {
  description:
    '`credit` increases the balance, `debit` decreases it. `reservation` reserves the cost of a message, which `settlement` charges or `release` returns.',
})

/** One movement of an Organization's money, of any type. */
export const billingEntryShape = open(
  { ...entryFields, type: entryType },
  { messageId, appId, relatedEntryId },
  { name: 'BillingEntry', description: "One change of an Organization's balance." },
)

const SCOPE = {
  appId,
  channel: literalUnion(CHANNEL_NAMES, {
    description: 'Channel that the budget covers. Absent: all channels.',
  }),
} as const
const period = literalUnion(['day', 'month'], { description: 'Period of the budget: a UTC day or month.' })
const limitMinor = minor(
  'Limit for each period, in minor units. With `block`, 0 allows only free messages.',
  0,
)
const action = literalUnion(['block', 'alert'], {
  description: '`block` refuses sends that would exceed the limit; `alert` only raises alerts.',
})
const percent = integer({ min: 1, max: 100, example: 80 })

/** The scope of a budget in a request. */
export const budgetScopeRequest = closed({}, SCOPE, {
  description: 'Scope of the budget: an app, a channel, or both. Empty: the whole Organization.',
})

/** The other fields of a budget in a request (docs/api/money#budgets). */
export const budgetRequestFields = { period, currency: knownCurrency, limitMinor, action } as const

/** The alert percentages in a request; the use case checks their order. */
export const alertPercentsRequest = list(percent, {
  maxItems: 10,
  description:
    'Percentages of the limit, ascending, that raise one alert each in a period. Default: 50, 80 and 100.',
})

export const budgetId = identifier('ID of the budget; starts with `bud_`.', 'bud_01k9x7c2v5n8q4r6t0w3y1z5bd')

const budgetFields = {
  budgetId,
  organizationId,
  scope: open({}, SCOPE, {
    description: 'Scope of the budget: an app, a channel, or both. Empty: the whole Organization.',
  }),
  period,
  currency,
  limitMinor,
  action,
  alertPercents: list(percent, {
    description: 'Percentages of the limit, ascending, that raise one alert each in a period.',
  }),
  version,
} as const

/** A deleted budget as it was (docs/api/money#budgets). */
export const deletedBudgetShape = open(
  budgetFields,
  {},
  { description: 'The budget as it was before it was deleted.' },
)

/** A budget and its use in the current period (docs/api/money#budgets). */
export const budgetShape = open(
  {
    ...budgetFields,
    usedMinor: minor('Amount reserved or settled for messages accepted in the period, in minor units.', 0),
    periodStart: timestamp('Start of the current period.'),
    periodEnd: timestamp('Start of the next period.'),
  },
  {
    firstRefusedAt: timestamp(
      'Time of the first message that the budget refused in the period, or since its limit, action or percentages changed. Absent: none.',
    ),
  },
  { name: 'Budget', description: 'A spending limit that the Organization sets for itself.' },
)

const line = (description: string, example: string, maxLength = 100) =>
  text({ minLength: 1, maxLength, oneLine: true, visible: true, description, example })

/** The required fields of a billing profile (docs/api/access#billing-profiles). */
export const billingProfileFields = {
  legalName: line('Legal name on invoices.', 'Acme Private Limited'),
  addressLine1: line('Street and number on invoices.', '1 Market Road'),
  city: line('City on invoices.', 'Bengaluru'),
  countryCode,
} as const

/** The optional fields of a billing profile. */
export const billingProfileOptions = {
  taxId: line('Tax ID, as the tax authority writes it.', '29ABCDE1234F1Z5', 64),
  addressLine2: line('Second address line on invoices, for example the floor.', 'Second floor'),
  region: line('State or province on invoices.', 'Karnataka'),
  postalCode: line('Postal code on invoices.', '560001', 20),
} as const

/** An app's billing profile (docs/api/access#billing-profiles). */
export const billingProfileShape = open(
  {
    organizationId,
    appId,
    ...billingProfileFields,
    billingEmail: text({
      description: 'Email address that invoices are sent to.',
      example: 'billing@example.com',
    }),
    version,
  },
  billingProfileOptions,
  { name: 'BillingProfile', description: "Billing details: whom an app's invoices are billed to." },
)

/** The environment whose accounts are compared with their ledgers. */
export const environmentCompared = literalUnion(['test', 'production'], {
  description: 'Compares only accounts of this environment. Default: both.',
})

/** The comparison of an account with its ledger. */
export const reconciledAccountShape = open(
  {
    organizationId,
    environment,
    currency,
    status: text({
      description:
        '`reconciled`: equal to the ledger. `pending`: not compared completely yet. `drift`: different.',
      example: 'reconciled',
    }),
    checkedAt: timestamp('Time of the last comparison.'),
    version: integer({
      min: 0,
      description: 'Version of the account; increases with every ledger entry.',
      example: 12,
    }),
    postedMinor: minor('Posted amount that the account shows, in minor units.'),
    reservedMinor: minor('Reserved amount that the account shows, in minor units.'),
  },
  {
    finding: text({
      description: 'Description of the difference; present if the status is `drift`.',
      example: 'The posted amount differs from the ledger.',
    }),
  },
  { name: 'ReconciledAccount', description: 'An account, and the result of comparing it with its ledger.' },
)
