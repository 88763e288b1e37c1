import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { minor } from '../../../kernel/codecs/money.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { USAGE_DIMENSIONS, USAGE_STEPS, type UsageStep } from '../../../messaging/domain/usage/day-usage.js'
import { chargeOn, priceFields, priceVersionId } from '../../../runner/domain/fields/prices.js'
import { appId } from '../../../runner/domain/fields/tenancy.js'

const digest = text({ description: '64 hexadecimal digits of SHA-256.', example: '0'.repeat(64) })

/** The name of an account, as in its ledger's digests and signed heads. */
export const ledgerAccount = text({
  description: 'The account: its Organization, environment and currency.',
  example: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd/production/INR',
})

/** An entry in the form from which its digest is computed (docs/contract#ledger-proof). */
export const provableEntryShape = open(
  {
    seq: integer({ min: 1, description: 'Its number in the ledger.', example: 18_204 }),
    content: text({
      description:
        'All that it says, each field with its length before it: its digest is that of its predecessor’s digest and this.',
      example: '30:org_01k9x7c2v5n8q4r6t0w3y1z5bd;3:INR;…',
    }),
    digest,
  },
  {},
  { name: 'ProvableEntry', description: 'A ledger entry, as its digest is computed from it.' },
)

/** The end of a ledger. */
export const ledgerEndShape = open(
  {
    seq: integer({
      min: 0,
      description: 'The number of the last entry; 0 where there is none.',
      example: 18_204,
    }),
    digest,
    postedMinor: minor('What the account says is posted.'),
    reservedMinor: minor('What the account says is held.', 0),
  },
  {},
)

/** A signed head for a customer to keep (docs/contract#ledger-proof). */
export const signedHeadsShape = open(
  {
    installationId: text({ example: 'ins_8f3k2m' }),
    at: timestamp('When it was signed.'),
    part: integer({ min: 1 }),
    parts: integer({ min: 1 }),
    account: ledgerAccount,
    seq: integer({ min: 1, description: 'The number of its last entry then.', example: 18_204 }),
    digest,
    signature: text({ description: 'Ed25519, in base64url.' }),
    publicKey: text({ description: 'The key that it is checked by, PEM.' }),
  },
  {},
  { name: 'SignedLedgerHead', description: 'Where an account’s ledger ended at a moment, signed.' },
)

/** The dimensions by which usage is broken down, besides time. */
export const usageBy = list(literalUnion(USAGE_DIMENSIONS), {
  maxItems: 4,
  description: 'What to break the usage down by, besides time; everything else is added up.',
})

/** The time step in which usage is aggregated. */
export const usageStep = literalUnion(Object.keys(USAGE_STEPS) as [UsageStep, ...UsageStep[]], {
  description: 'Whether each line is for a UTC day or for an hour. Hours are kept for two days.',
})

/** The name of a template, shown with its identifier. */
export const templateNameField = text({
  description: "The name of the template's newest version; absent if there is no such template.",
  example: 'order_shipped',
})

/** The sums of the ledger entries of a day or hour (docs/contract#daily-usage). */
export const dayUsageShape = open(
  {
    day: text({ pattern: /^\d{4}-\d{2}-\d{2}$/, description: 'UTC.', example: '2026-11-21' }),
    messages: integer({ min: 0, description: 'Messages that were accepted.', example: 120 }),
    reservedMinor: minor('What was held for them.', 0),
    settledMinor: minor('What was charged on the day.', 0),
    releasedMinor: minor('What was given back on the day.', 0),
  },
  {
    hour: timestamp('When the hour starts, if the usage is by the hour.'),
    appId,
    templateId: identifier(
      'The template; absent for days that were counted before templates were.',
      'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    templateName: templateNameField,
    channel: literalUnion(CHANNEL_NAMES),
    country: text({
      description:
        'ISO 3166-1 alpha-2, or `001` for numbers of no country; absent where recipients have none.',
      example: 'IN',
    }),
  },
  { name: 'DayUsage', description: 'The sums of the ledger entries of one UTC day or hour.' },
)

export const thresholdMinor = integer({
  min: 1,
  description: 'An email is sent when less than this is available, in minor units.',
  example: 500_000,
})

/** A price in effect for an Organization now (docs/contract#prices). */
export const customerPriceShape = open(
  {
    priceVersionId,
    ...priceFields,
    chargeOn,
    since: timestamp('From then on it counts.'),
    isOwn: flag({ description: 'Whether it is the Organization’s own, or from the list.' }),
    isReplaced: flag({
      description: 'Whether a price of the Organization’s own counts wherever this would.',
    }),
  },
  {},
  { name: 'CustomerPrice', description: 'A price that counts for an Organization now.' },
)

/** A field for the number of entries to return: 1 to `most`, which is also the default. */
export const limitOf = (most: number) =>
  integer({ min: 1, max: most, description: `At most so many, ${most} where it is left out.` })
