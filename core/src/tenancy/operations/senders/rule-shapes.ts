import type * as t from 'io-ts'
import { SENDER_KINDS } from '../../../channels/channels.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { countryCode } from '../../../runner/domain/fields/tenancy.js'
import { REGULATION_NAMES } from '../../domain/senders/sender-registration.js'
import { OPERATOR_SOURCE, SENDER_RULE_VERDICTS, type SenderRule } from '../../domain/senders/sender-rules.js'

/** The kind of sender and the country that a rule is about. */
export const ruleKeyFields = {
  country: countryCode,
  kind: literalUnion(SENDER_KINDS, { description: 'Kind of sender that the rule is about.' }),
} as const

export const ruleVerdict = literalUnion(SENDER_RULE_VERDICTS, {
  description:
    'What carriers of the country do with the kind: `allowed`, `refused`, or `registration` if only registered senders are allowed.',
})

/** A rule for a country (docs/api/senders#sender-rules). */
export const ruleShape = open(
  {
    ...ruleKeyFields,
    verdict: ruleVerdict,
    isOverride: flag({ description: 'Whether a super admin set the rule.' }),
    source: text({
      description: 'Page that publishes the rule, or `operator`.',
      example: 'https://www.acma.gov.au/sms-sender-id-register',
    }),
    checkedOn: text({
      description: 'Day on which the source was read or the rule was set.',
      example: '2026-11-29',
    }),
  },
  {
    regulation: literalUnion(REGULATION_NAMES, {
      description: 'Registration that the rule requires; if absent, any registration in the country counts.',
    }),
    since: timestamp('Time from which the rule applies.'),
  },
  { name: 'SenderRule', description: 'What carriers of a country do with a kind of sender.' },
)

/** A rule in the form of responses. */
export const ruleView = ({ sinceMs, ...rule }: SenderRule): t.TypeOf<typeof ruleShape> => ({
  ...rule,
  isOverride: rule.source === OPERATOR_SOURCE,
  ...(sinceMs !== undefined && { since: isoTime(sinceMs) }),
})
