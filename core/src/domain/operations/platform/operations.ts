import { CHANNEL_NAMES } from '../../channels/channels.js'
import { integer } from '../../codecs/integer.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { currency } from '../../codecs/money.js'
import { open } from '../../codecs/shape.js'
import { text } from '../../codecs/text.js'
import { PLATFORM_LIMITS } from '../../platform/limits.js'
import type { Operation } from '../entries/operation.js'
import { readRequest, readResult } from '../entries/request.js'
import { PLATFORMS } from '../fields/places.js'

const PLATFORM = {
  subject: 'Platform',
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'none',
  permission: undefined,
  mutation: false,
  whileSuspended: true,
  controls: [],
} as const

const RELEASE = /^\d+\.\d+\.\d+$/

const release = (description: string, example: string) => text({ pattern: RELEASE, description, example })

const most = (limit: keyof typeof PLATFORM_LIMITS, description: string) =>
  integer({ min: 0, description, example: PLATFORM_LIMITS[limit] })

const limits = open(
  {
    bodyBytes: most('bodyBytes', 'The longest body of a request.'),
    batchBytes: most('batchBytes', 'The longest body of a batch.'),
    batchMessages: most('batchMessages', 'The most messages of a batch.'),
    variables: most('variables', 'The most variables of a message.'),
    variableCharacters: most('variableCharacters', 'The longest value of a variable.'),
    pageEntries: most('pageEntries', 'The most entries of a page.'),
    usageRangeDays: most('usageRangeDays', 'The longest range of a question about money.'),
    attachmentBytes: most('attachmentBytes', 'The longest attachment.'),
  },
  {},
  { name: 'PlatformLimits', description: 'What requests keep to.' },
)

/** What there is to know about the service itself (docs/contract#control-operations). */
export const platformOperations = {
  getPlatformConfig: {
    ...PLATFORM,
    summary: 'Read what the service offers',
    request: readRequest({}, {}),
    result: readResult(
      {
        contractVersion: release('The version of the published contract.', '1.2.0'),
        channels: list(literalUnion(CHANNEL_NAMES)),
        currencies: list(currency, { description: 'In which messages have a price.' }),
        limits,
      },
      {},
    ),
  },
  getClientReleasePolicy: {
    ...PLATFORM,
    summary: 'Ask whether a release of a client is still supported',
    request: readRequest(
      {
        platform: literalUnion(PLATFORMS, { description: 'What the client runs on.' }),
        version: text({ maxLength: 32, pattern: RELEASE, description: 'Its release.', example: '2.4.1' }),
      },
      {},
    ),
    result: readResult(
      {
        status: literalUnion(['supported', 'deprecated', 'blocked']),
        minimumVersion: release('Releases before it are blocked.', '2.0.0'),
        recommendedVersion: release('Releases before it are deprecated.', '2.4.0'),
        message: text({ description: 'For a person to read.', example: 'This release is supported.' }),
      },
      {},
    ),
  },
} as const satisfies Record<string, Operation>
