import { CHANNEL_NAMES } from '../../channels/channels.js'
import { flag } from '../../kernel/codecs/flag.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../kernel/codecs/money.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { textMap } from '../../kernel/codecs/text-map.js'
import { PLATFORM_LIMITS } from '../../limits/domain/limits.js'
import { PRODUCTION_STEPS, START_STEPS, WANTS, GIVERS } from '../../tenancy/domain/checklist.js'
import { appShape, projectShape } from '../../tenancy/operations/apps/shapes.js'
import { channel } from '../../runner/domain/fields/prices.js'
import { historyMessageShape } from '../../messaging/operations/messages/shapes.js'
import { messageTemplateShape } from '../../templates/operations/shapes.js'

/** The channels that an app can send on. */
export const preparedChannels = list(literalUnion(CHANNEL_NAMES), {
  description: 'The channels on which the app has a sender and an account.',
})

/** The test credit of an Organization (docs/contract#test-preparation). */
export const testCreditShape = open(
  { amountMinor: minor('Play money, in minor units.', 1), currency },
  {},
  { description: 'Given by this call; null: it was given before, or the platform gives none.' },
)

const record = nullable(
  text({
    description: 'The record that says so; null: there is none yet.',
    example: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
  }),
)
const called = nullable(text({ description: 'What people call it.', example: 'Order service' }))
const done = flag({ description: 'Whether it is done.' })

const want = open(
  {
    what: literalUnion(WANTS, { description: 'What the platform lacks.' }),
    channel: nullable(channel),
    givenBy: literalUnion(GIVERS, { description: 'Who gives it.' }),
  },
  {},
)

const firstSend = open(
  {
    url: text({ description: 'Where it is sent to.', example: 'https://api.example.com/v1/messages' }),
    channel,
    to: text({ description: 'A recipient to whom nothing is really sent.', example: '+919876543210' }),
    projectId: projectShape.required.projectId,
    appId: appShape.required.appId,
    templateId: messageTemplateShape.required.templateId,
    variables: textMap(text({ minLength: 1 }), text(), {
      maxEntries: PLATFORM_LIMITS.variables,
      description: 'A value for each variable.',
    }),
  },
  {},
  {
    description:
      'A request that the sandbox delivers, as it can be sent; null while something for it is missing.',
  },
)

/** The steps to the first message (docs/contract#start-checklist). */
export const startChecklistFields = {
  steps: list(
    open(
      { step: literalUnion(START_STEPS), done, record, name: called, at: nullable(timestamp('Since when.')) },
      {},
    ),
    {
      description: 'In their order.',
    },
  ),
  project: nullable(projectShape),
  app: nullable(appShape),
  channels: preparedChannels,
  missing: list(want, { description: 'What no step gets over: who gives it.' }),
  firstSend: nullable(firstSend),
  message: nullable(historyMessageShape),
} as const

/** The steps to production (docs/contract#production-checklist). */
export const productionChecklistFields = {
  steps: list(
    open(
      {
        step: literalUnion(PRODUCTION_STEPS),
        done,
        record,
        channels: list(literalUnion(CHANNEL_NAMES), {
          description: 'On which channels it is done, where it is by channel.',
        }),
        givenBy: literalUnion(GIVERS, { description: 'Who gives it.' }),
      },
      {},
    ),
    { description: 'In their order.' },
  ),
} as const
