import { CHANNEL_NAMES } from '../../channels/channels.js'
import { PLATFORM_LIMITS } from '../../limits/domain/limits.js'
import { reading } from '../../runner/use-cases/implementation.js'
import { atCurrentEpoch } from '../../runner/use-cases/at-current-epoch.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { integer } from '../../kernel/codecs/integer.js'
import { open } from '../../kernel/codecs/shape.js'
import { PLATFORM, releaseField } from './entry-parts.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { currency } from '../../kernel/codecs/money.js'

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

export const getPlatformConfigEntry = entryOf('Platform', 'getPlatformConfig', {
  ...PLATFORM,
  summary: 'Read what the service offers',
  request: readRequest({}, {}),
  result: readResult(
    {
      contractVersion: releaseField('The version of the published contract.', '1.2.0'),
      channels: list(literalUnion(CHANNEL_NAMES)),
      currencies: list(currency, { description: 'In which messages have a price.' }),
      limits,
    },
    {},
  ),
})

export const getPlatformConfig = reading(getPlatformConfigEntry, {
  read: (_call, needs) => {
    const { contractVersion, currencies } = needs.platform
    return atCurrentEpoch(needs, {
      contractVersion,
      channels: CHANNEL_NAMES,
      currencies,
      limits: PLATFORM_LIMITS,
    })
  },
})
