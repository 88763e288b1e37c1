import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { AppSender } from './app-sender.js'
import { isInForce, REGULATIONS, type Regulation } from './sender-registration.js'

export const SENDER_RULE_VERDICTS = ['allowed', 'refused', 'registration'] as const

/** What carriers of a country do with a kind of sender. */
export interface SenderRule {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly kind: string
  /** `registration`: only registered senders are allowed. */
  readonly verdict: (typeof SENDER_RULE_VERDICTS)[number]
  /** The required registration; absent: any registration in the country. */
  readonly regulation?: Regulation
  /** The rule applies from this time on; absent: always. */
  readonly sinceMs?: EpochMs
  /** Where the rule is published. */
  readonly source: string
  /** The day on which the source was read, for example `2026-11-29`. */
  readonly checkedOn: string
}

/** A super admin's rule for a country, which replaces the built-in one. */
export interface SenderRuleOverride {
  readonly country: string
  readonly kind: string
  readonly verdict: SenderRule['verdict']
  readonly createdAtMs: EpochMs
}

/** The source of rules that super admins set. */
export const OPERATOR_SOURCE = 'operator'

const AWS = 'https://docs.aws.amazon.com/sms-voice/latest/userguide/sender-id.html'
const TWILIO_10DLC = 'https://www.twilio.com/docs/messaging/compliance/a2p-10dlc'
const TWILIO_TOLL_FREE = 'https://www.twilio.com/docs/messaging/compliance/toll-free/console-onboarding'
const READ_ON = '2026-11-29'

const refusing = (country: string): SenderRule => ({
  country,
  kind: 'alphanumeric',
  verdict: 'refused',
  source: AWS,
  checkedOn: READ_ON,
})

/** The built-in rules (docs/api/senders#sender-rules). Countries without a rule allow every kind. */
export const SENDER_RULES: readonly SenderRule[] = [
  ...['US', 'CA', 'PR', 'CN'].map(refusing),
  {
    country: 'US',
    kind: 'long_code',
    verdict: 'registration',
    regulation: 'us_10dlc',
    sinceMs: Date.parse('2023-08-31T00:00:00Z'),
    source: TWILIO_10DLC,
    checkedOn: READ_ON,
  },
  {
    country: 'US',
    kind: 'toll_free',
    verdict: 'registration',
    regulation: 'us_toll_free',
    sinceMs: Date.parse('2024-01-31T00:00:00Z'),
    source: TWILIO_TOLL_FREE,
    checkedOn: READ_ON,
  },
  {
    country: 'AU',
    kind: 'alphanumeric',
    verdict: 'registration',
    regulation: 'au_sender_register',
    sinceMs: Date.parse('2026-07-01T00:00:00+10:00'),
    source: 'https://www.acma.gov.au/sms-sender-id-register',
    checkedOn: READ_ON,
  },
  {
    country: 'SG',
    kind: 'alphanumeric',
    verdict: 'registration',
    regulation: 'sg_ssir',
    sinceMs: Date.parse('2023-01-31T00:00:00+08:00'),
    source: 'https://www.sgnic.sg/smsregistry/overview',
    checkedOn: READ_ON,
  },
]

/** The rules that apply, by country. */
export type CountryRules = ReadonlyMap<string, readonly SenderRule[]>

/** The super admin's rule as one that applies. A required registration stays the built-in one. */
const ofOverride = ({ country, kind, verdict, createdAtMs }: SenderRuleOverride): SenderRule => {
  const builtIn = SENDER_RULES.find((rule) => rule.country === country && rule.kind === kind)
  return {
    country,
    kind,
    verdict,
    ...(builtIn?.regulation !== undefined && { regulation: builtIn.regulation }),
    source: OPERATOR_SOURCE,
    checkedOn: isoTime(createdAtMs).slice(0, 10),
  }
}

/** The built-in rules, with those that super admins have replaced or added. */
export const senderRulesWith = (overrides: readonly SenderRuleOverride[]): CountryRules => {
  const rules = new Map<string, readonly SenderRule[]>()
  for (const rule of [...SENDER_RULES, ...overrides.map(ofOverride)]) {
    const others = (rules.get(rule.country) ?? []).filter(({ kind }) => kind !== rule.kind)
    rules.set(rule.country, [...others, rule])
  }
  return rules
}

/** Why the country's carriers don't take messages of the sender, as a sentence; undefined if they do. */
export const barByRules = (
  rules: CountryRules,
  { kind, registrations }: Pick<AppSender, 'kind' | 'registrations'>,
  country: string,
  nowMs: EpochMs,
): string | undefined => {
  const rule = rules.get(country)?.find((one) => one.kind === kind)
  if (rule === undefined || rule.verdict === 'allowed' || nowMs < (rule.sinceMs ?? 0)) return undefined
  const named = kind.replaceAll('_', ' ')
  if (rule.verdict === 'refused') return `Carriers in ${country} refuse ${named} sender IDs.`
  const { regulation } = rule
  const isRegistered = registrations.some(
    (one) =>
      one.country === country &&
      (regulation === undefined || one.regulation === regulation) &&
      isInForce(one, nowMs),
  )
  if (isRegistered) return undefined
  const label = regulation === undefined ? 'registration' : REGULATIONS[regulation].label
  return `Sender IDs of the kind ${named} need an approved registration in ${country}: ${label}.`
}
