import { timestamp } from '../../kernel/codecs/identifiers.js'
import { flag } from '../../kernel/codecs/flag.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { SWITCH_NAMES, TARGET_KINDS } from '../../platform/domain/switches/kill-switch.js'
import { actorShape } from '../../audit/operations/shapes.js'
import { messageCountFields } from '../../runner/domain/fields/counts.js'
import { appId, environment, organizationId } from '../../runner/domain/fields/tenancy.js'
import { version } from '../../runner/domain/fields/version.js'

/** The switch to preview. */
export const switchName = literalUnion(SWITCH_NAMES, { description: 'The operation that would do it.' })

/** The target of the switch. */
export const switchTarget = text({
  minLength: 2,
  maxLength: 128,
  pattern: /^(?:[A-Za-z0-9_-]+|\+[0-9]{1,15})$/,
  description: 'The identifier that the operation names, or of a destination how its numbers begin.',
  example: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
})

const counted = (description: string) => open(messageCountFields, {}, { description })

const switchedAppShape = open(
  {
    organizationId,
    appId,
    name: text({ example: 'Web shop' }),
    environment,
    waiting: integer({ min: 0, description: 'Of its messages that wait, so many are concerned.' }),
    accepted: integer({ min: 0, description: 'Of those accepted lately, so many would have been refused.' }),
  },
  {},
)

/** The effect of a kill switch (docs/contract#kill-switches). */
export const switchPreviewFields = {
  operation: switchName,
  target: switchTarget,
  asOf: timestamp('When it was counted.'),
  isSwitched: flag({ description: 'True where all is so already: the operation would be a conflict.' }),
  waiting: open(
    {
      isAtLeast: flag({ description: 'True where more messages are listed than were looked at.' }),
      cancelled: counted('Would be cancelled, and their money released; nothing brings them back.'),
      held: counted('Would wait, with their money held, for a provider account that may take them.'),
      rerouted: counted('Would go by other provider accounts.'),
      leftOpen: counted(
        'Their last call has an unknown outcome, and could not be repeated where it was made.',
      ),
      goesOn: counted('Wait for what the operation gives back, and would go on.'),
    },
    {},
    { description: 'Messages that no provider has yet, and what would become of them.' },
  ),
  accepted: open(
    {
      since: timestamp('An hour ago, or later where more was accepted than is looked at.'),
      refused: counted('Were accepted since then, and would have been refused.'),
    },
    {},
    { description: 'What is taken now, and would not be.' },
  ),
  apps: list(switchedAppShape, { description: 'The apps concerned; those that it hits most, first.' }),
  appCount: integer({ min: 0, description: 'How many apps are concerned.' }),
  isAppCountAtLeast: flag({ description: 'True where there are more apps than were looked at.' }),
} as const

/** Optional details of the target. */
export const switchPreviewExtras = {
  version,
  calls: open(
    {
      since: timestamp('Calls that began then or later: the last hour.'),
      count: integer({ min: 0, description: 'How often it was called.' }),
      isSample: flag({ description: 'True where only the calls for the newest messages were counted.' }),
    },
    {},
    { description: 'Of a provider account: what went by it.' },
  ),
} as const

/** The kind of a stopped target. */
export const targetKind = literalUnion(TARGET_KINDS, { description: 'What switches are thrown at.' })

/** A stopped target (docs/contract#kill-switches). */
export const stoppedShape = open(
  {
    kind: targetKind,
    target: switchTarget,
    name: text({
      description: 'What it is called; of a destination how its numbers begin.',
      example: 'Web shop',
    }),
    organizationId: nullable(organizationId),
    environment: nullable(environment),
    version: nullable(version),
    since: nullable(timestamp('Since when; null where nobody knows.')),
    by: nullable(actorShape),
    reason: nullable(text({ description: 'Why; null where nobody knows.', example: 'Fraud is suspected.' })),
  },
  {},
  { name: 'StoppedTarget', description: 'Something that is stopped, and who stopped it.' },
)
