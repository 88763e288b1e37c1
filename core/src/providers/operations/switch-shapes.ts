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
export const switchName = literalUnion(SWITCH_NAMES, { description: 'Operation to preview.' })

/** The target of the switch. */
export const switchTarget = text({
  minLength: 2,
  maxLength: 128,
  pattern: /^(?:[A-Za-z0-9_-]+|\+[0-9]{1,15})$/,
  description: 'ID that the operation takes, or the number prefix of a destination.',
  example: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
})

const counted = (description: string) => open(messageCountFields, {}, { description })

const switchedAppShape = open(
  {
    organizationId,
    appId,
    name: text({ description: 'Name of the app.', example: 'Web shop' }),
    environment,
    waiting: integer({
      min: 0,
      description: 'Number of waiting messages of the app that would be affected.',
      example: 12,
    }),
    accepted: integer({
      min: 0,
      description: 'Number of recently accepted messages of the app that would have been refused.',
      example: 40,
    }),
  },
  {},
)

/** The effect of an emergency stop (docs/api/admin#emergency-stops). */
export const switchPreviewFields = {
  operation: switchName,
  target: switchTarget,
  asOf: timestamp('Time of the count.'),
  isSwitched: flag({
    description: '`true` if it is already in this state; the operation would get `conflict`.',
  }),
  waiting: open(
    {
      isAtLeast: flag({ description: '`true` if there are more messages than were examined.' }),
      cancelled: counted(
        "Messages that would be cancelled, with their money returned. This can't be undone.",
      ),
      held: counted(
        'Messages that would wait for a provider account that can take them, with their money reserved.',
      ),
      rerouted: counted('Messages that would be sent through other provider accounts.'),
      leftOpen: counted(
        "Messages whose last call has an unknown outcome and can't be repeated at its account.",
      ),
      goesOn: counted('Messages that wait for what the operation resumes, and would be sent.'),
    },
    {},
    { description: 'Messages that no provider has yet, and what would happen to them.' },
  ),
  accepted: open(
    {
      since: timestamp(
        'Start of the time that is counted: an hour ago, or later if more messages were accepted than are examined.',
      ),
      refused: counted('Messages accepted since then that would have been refused.'),
    },
    {},
    { description: 'Recently accepted messages that would have been refused.' },
  ),
  apps: list(switchedAppShape, { description: 'The affected apps, most affected first.' }),
  appCount: integer({ min: 0, description: 'Number of affected apps.', example: 1 }),
  isAppCountAtLeast: flag({ description: '`true` if there are more apps than were examined.' }),
} as const

/** Optional details of the target. */
export const switchPreviewExtras = {
  version,
  calls: open(
    {
      since: timestamp('Start of the hour whose calls are counted.'),
      count: integer({ min: 0, description: 'Number of calls to the account.', example: 120 }),
      isSample: flag({ description: '`true` if only calls for the newest messages were counted.' }),
    },
    {},
    { description: 'Recent calls of the account; present for a provider account.' },
  ),
} as const

/** The kind of a stopped target. */
export const targetKind = literalUnion(TARGET_KINDS, { description: 'Kind of target of the kill switch.' })

/** A stopped target (docs/api/admin#emergency-stops). */
export const stoppedShape = open(
  {
    kind: targetKind,
    target: switchTarget,
    name: text({
      description: 'Name of the target; for a destination, its number prefix.',
      example: 'Web shop',
    }),
    organizationId: nullable(organizationId),
    environment: nullable(environment),
    version: nullable(version),
    since: nullable(timestamp('Time since which it is stopped; null if unknown.')),
    by: nullable(actorShape),
    reason: nullable(
      text({ description: 'Reason for stopping it; null if unknown.', example: 'Fraud is suspected.' }),
    ),
  },
  {},
  { name: 'StoppedTarget', description: 'A stopped target, and who stopped it.' },
)
