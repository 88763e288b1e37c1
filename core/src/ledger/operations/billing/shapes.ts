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
import { chargeOn, priceCategory, priceFields, priceVersionId } from '../../../runner/domain/fields/prices.js'
import { appId } from '../../../runner/domain/fields/tenancy.js'

const digest = text({ description: 'SHA-256 digest in 64 hexadecimal digits.', example: '0'.repeat(64) })

/** The name of an account, as in its ledger's digests and signed heads. */
export const ledgerAccount = text({
  description: 'Name of the account: Organization, environment and currency.',
  example: 'org_01k9x7c2v5n8q4r6t0w3y1z5bd/production/INR',
})

/** An entry in the form from which its digest is computed (docs/api/money#ledger-proof). */
export const provableEntryShape = open(
  {
    seq: integer({
      min: 1,
      description: 'Number of the entry in the ledger, starting at 1.',
      example: 18_204,
    }),
    content: text({
      description:
        'Content that the digest covers: each field preceded by its length. The digest is computed over the previous digest and this content.',
      example: '30:org_01k9x7c2v5n8q4r6t0w3y1z5bd;3:INR;…',
    }),
    digest,
  },
  {},
  { name: 'ProvableEntry', description: 'A ledger entry with the content of its digest.' },
)

/** The end of a ledger. */
export const ledgerEndShape = open(
  {
    seq: integer({
      min: 0,
      description: 'Number of the last entry; 0 if there is none.',
      example: 18_204,
    }),
    digest,
    postedMinor: minor('Posted amount of the account in minor units.'),
    reservedMinor: minor('Reserved amount of the account in minor units.', 0),
  },
  {},
  { description: 'The last entry of the ledger, and the amounts of the account.' },
)

/** A signed head for a customer to keep (docs/api/money#ledger-proof). */
export const signedHeadsShape = open(
  {
    installationId: text({ description: 'ID of the installation that signed it.', example: 'ins_8f3k2m' }),
    at: timestamp('Time of the signature.'),
    part: integer({ min: 1, description: 'Number of this part of the signed heads.', example: 1 }),
    parts: integer({ min: 1, description: 'Number of parts that the signed heads have.', example: 1 }),
    account: ledgerAccount,
    seq: integer({ min: 1, description: 'Number of the last entry at that time.', example: 18_204 }),
    digest,
    signature: text({ description: 'Ed25519 signature in base64url.', example: 'mZ1p…' }),
    publicKey: text({
      description: 'Public key that verifies the signature, in PEM.',
      example: '-----BEGIN PUBLIC KEY-----…',
    }),
  },
  {},
  { name: 'SignedLedgerHead', description: "The signed head of an account's ledger at one time." },
)

/** The dimensions by which usage is broken down, besides time. */
export const usageBy = list(literalUnion(USAGE_DIMENSIONS), {
  maxItems: 4,
  description: 'Dimensions to group by, in addition to time. Default: none; everything is summed up.',
})

/** The time step in which usage is aggregated. */
export const usageStep = literalUnion(Object.keys(USAGE_STEPS) as [UsageStep, ...UsageStep[]], {
  description: 'Whether each line covers a UTC day or an hour. Hours are kept for two days.',
})

/** The name of a template, shown with its identifier. */
export const templateNameField = text({
  description: "Name of the template's newest version; absent if the template doesn't exist.",
  example: 'order_shipped',
})

/** The sums of the ledger entries of a day or hour (docs/api/money#daily-usage). */
export const dayUsageShape = open(
  {
    day: text({ pattern: /^\d{4}-\d{2}-\d{2}$/, description: 'The UTC day.', example: '2026-11-21' }),
    messages: integer({ min: 0, description: 'Number of messages that were accepted.', example: 120 }),
    reservedMinor: minor('Amount reserved for them, in minor units.', 0),
    settledMinor: minor('Amount charged in this time, in minor units.', 0),
    releasedMinor: minor('Amount returned in this time, in minor units.', 0),
  },
  {
    hour: timestamp('Start of the hour; present if the usage is by hour.'),
    appId,
    templateId: identifier(
      'ID of the template; absent for days that were counted before templates were.',
      'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    templateName: templateNameField,
    channel: literalUnion(CHANNEL_NAMES, {
      description: 'Channel of the messages; present if the usage is by channel.',
    }),
    country: text({
      description:
        'Country code (ISO 3166-1 alpha-2), or `001` for numbers without a country. Absent on channels without phone numbers.',
      example: 'IN',
    }),
  },
  { name: 'DayUsage', description: 'Sums of the ledger entries of one UTC day or hour.' },
)

export const thresholdMinor = integer({
  min: 1,
  description: 'Threshold in minor units: an email is sent when the available balance falls below it.',
  example: 500_000,
})

/** A price in effect for an Organization now (docs/api/money#prices). */
export const customerPriceShape = open(
  {
    priceVersionId,
    ...priceFields,
    chargeOn,
    since: timestamp('Start of the validity.'),
    isOwn: flag({ description: '`true` for a price of the Organization itself; `false` for a list price.' }),
    isReplaced: flag({
      description: '`true` if a price of the Organization itself always takes precedence.',
    }),
  },
  { category: priceCategory },
  { name: 'CustomerPrice', description: 'A price that applies to an Organization now.' },
)

/** A field for the number of entries to return: 1 to `most`, which is also the default. */
export const limitOf = (most: number) =>
  integer({ min: 1, max: most, description: `Maximum number of entries. Default: ${most}.` })
