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
import { historyMessageShape } from '../../messaging/operations/messages/message-view.js'
import { messageTemplateShape } from '../../templates/operations/shapes.js'

/** The channels that an app can send on. */
export const preparedChannels = list(literalUnion(CHANNEL_NAMES), {
  description: 'Channels on which the app has a sender and an account.',
})

/** The test credit of an Organization (docs/api/sandbox#test-preparation). */
export const testCreditShape = open(
  { amountMinor: minor('Amount of play money in minor units.', 1), currency },
  {},
  { description: 'Play money that this call added; null if it was added before or the platform gives none.' },
)

const record = nullable(
  text({
    description: 'ID of the record that proves the step; null if there is none yet.',
    example: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
  }),
)
const called = nullable(
  text({ description: 'Name of the record; null if it has none.', example: 'Order service' }),
)
const done = flag({ description: '`true` if the step is done.' })

const want = open(
  {
    what: literalUnion(WANTS, { description: 'Missing item on the platform.' }),
    channel: nullable(channel),
    givenBy: literalUnion(GIVERS, { description: 'Side that has to provide it.' }),
  },
  {},
)

const firstSend = open(
  {
    url: text({ description: 'URL to send the request to.', example: 'https://api.example.com/v1/messages' }),
    channel,
    to: text({
      description: 'Recipient that the sandbox delivers to; nothing is really sent.',
      example: '+919876543210',
    }),
    projectId: projectShape.required.projectId,
    appId: appShape.required.appId,
    templateId: messageTemplateShape.required.templateId,
    variables: textMap(text({ minLength: 1, example: 'name' }), text({ example: 'Asha' }), {
      maxEntries: PLATFORM_LIMITS.variables,
      description: 'A value for each variable of the template.',
    }),
  },
  {},
  {
    description: 'A complete request that the sandbox delivers; null while something is missing.',
  },
)

/** The steps to the first message (docs/api/sandbox#start-checklist). */
export const startChecklistFields = {
  steps: list(
    open(
      {
        step: literalUnion(START_STEPS, { description: 'Name of the step.' }),
        done,
        record,
        name: called,
        at: nullable(
          timestamp("Time at which the step was done; null if it wasn't or the time isn't known."),
        ),
      },
      {},
    ),
    {
      description: 'The steps in order.',
    },
  ),
  project: nullable(projectShape),
  app: nullable(appShape),
  channels: preparedChannels,
  missing: list(want, {
    description: "Requirements that the steps can't fulfill, and the side that has to.",
  }),
  firstSend: nullable(firstSend),
  message: nullable(historyMessageShape),
} as const

/** The steps to production (docs/api/sandbox#production-checklist). */
export const productionChecklistFields = {
  steps: list(
    open(
      {
        step: literalUnion(PRODUCTION_STEPS, { description: 'Name of the step.' }),
        done,
        record,
        channels: list(literalUnion(CHANNEL_NAMES), {
          description: "Channels on which the step is done; empty if it doesn't depend on the channel.",
        }),
        givenBy: literalUnion(GIVERS, { description: 'Side that has to do the step.' }),
      },
      {},
    ),
    { description: 'The steps in order.' },
  ),
} as const
