import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
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
import { channel } from '../../../runner/domain/fields/prices.js'
import {
  appId,
  environment,
  environmentMeant,
  organizationId,
} from '../../../runner/domain/fields/tenancy.js'
import { billingProfileShape } from '../money/shapes.js'
import { organizationBalanceShape } from '../../../tenancy/operations/organizations/shapes.js'
import {
  customerPriceShape,
  dayUsageShape,
  ledgerAccount,
  ledgerEndShape,
  limitOf,
  provableEntryShape,
  signedHeadsShape,
  thresholdMinor,
  usageBy,
  usageStep,
} from './shapes.js'

/** What customers' people look at in the website (docs/contract#website-operations). */
const READING = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'billing.read',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** What an Organization pays for, by what proof, and at which prices. */
export const billingOperations = operationsAbout('Billing', {
  listCustomerBalances: {
    ...READING,
    summary: 'List what the Organization has, in each of its accounts',
    description: 'By environment and currency, as far as anything was ever booked.',
    live: runAgain('account'),
    request: readRequest({ organizationId }, {}),
    result: readResult({ balances: list(organizationBalanceShape) }, {}),
  },
  getLedgerProof: {
    ...READING,
    summary: 'Read ledger entries as their digests are computed from them',
    description:
      'In their order, from after a number on. Whoever has a signed head can tell by them whether an entry was altered or taken away since.',
    request: readRequest(
      {
        organizationId,
        currency,
        afterSeq: defaulted(integer({ min: 0, description: 'The number before the first entry.' }), 0),
        limit: defaulted(limitOf(500), 500),
      },
      { environment: environmentMeant },
    ),
    result: readResult(
      { environment, account: ledgerAccount, entries: list(provableEntryShape), end: ledgerEndShape },
      {},
    ),
  },
  getSignedLedgerHead: {
    ...READING,
    summary: 'Have the end of the ledger signed, to keep',
    description:
      'Null where there is no entry yet, where the installation has signed nothing yet, or while it is held after a restoration.',
    request: readRequest({ organizationId, currency }, { environment: environmentMeant }),
    result: readResult({ environment, signedHead: nullable(signedHeadsShape) }, {}),
  },
  listDailyUsage: {
    ...READING,
    summary: 'List the sums of each day’s or hour’s ledger entries',
    description:
      'By UTC day or hour, and by app, channel, country and template as requested; at most 100 days, or 48 hours by the hour.',
    live: { ...runAgain('act'), againAfterMs: 15 * SECOND_MS },
    request: pageRequest(
      { organizationId, currency, from, to, by: defaulted(usageBy, []), step: defaulted(usageStep, 'day') },
      { environment: environmentMeant, appId },
      1000,
    ),
    result: pageResult({
      environment,
      days: list(dayUsageShape),
      uncounted: integer({ min: 0, description: 'Ledger entries that no day has yet.', example: 0 }),
    }),
  },
  getBalanceAlert: {
    ...READING,
    summary: 'Read below which balance owners and billing people get an email',
    description: 'Null if no email is sent for this account.',
    live: runAgain('act'),
    request: readRequest({ organizationId, currency }, { environment: environmentMeant }),
    result: readResult({ environment, thresholdMinor: nullable(thresholdMinor) }, {}),
  },
  setBalanceAlert: {
    ...READING,
    stepUp: true,
    summary: 'Set below which balance owners and billing people get an email',
    description:
      'The email is sent once for each fall below it. Without `thresholdMinor`, no email is sent for this account.',
    permission: 'billing.manage',
    mutation: true,
    effect: 'changes',
    request: mutationRequest({ organizationId, currency }, { environment: environmentMeant, thresholdMinor }),
    result: mutationResult({ environment, thresholdMinor: nullable(thresholdMinor) }, {}),
  },
  listCustomerPrices: {
    ...READING,
    summary: 'List the prices that count for the Organization now',
    description: 'Its own first, then those of the list; by channel and destination.',
    live: runAgain('act'),
    request: pageRequest({ organizationId }, { channel, currency }, 500),
    result: pageResult({ prices: list(customerPriceShape) }),
  },
  getCustomerAppBillingProfile: {
    ...READING,
    summary: 'Read whom an app’s invoices are made out to',
    description: 'Null where nobody has said it yet.',
    live: runAgain('act'),
    request: readRequest({ organizationId, appId }, {}),
    result: readResult({ billingProfile: nullable(billingProfileShape) }, {}),
  },
} as const satisfies Entries)
