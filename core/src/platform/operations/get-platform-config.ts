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
    bodyBytes: most('bodyBytes', 'Maximum size of a request body, in bytes.'),
    batchBytes: most('batchBytes', 'Maximum size of a batch, in bytes.'),
    batchMessages: most('batchMessages', 'Maximum number of messages in a batch.'),
    variables: most('variables', 'Maximum number of variables in a message.'),
    variableCharacters: most('variableCharacters', 'Maximum length of a variable value, in characters.'),
    pageEntries: most('pageEntries', 'Maximum number of entries on a page.'),
    usageRangeDays: most('usageRangeDays', 'Maximum range of a query for financial activity, in days.'),
    attachmentBytes: most('attachmentBytes', 'Maximum size of an attachment, in bytes.'),
  },
  {},
  { name: 'PlatformLimits', description: 'Limits for requests.' },
)

export const getPlatformConfigEntry = entryOf('Platform', 'getPlatformConfig', {
  ...PLATFORM,
  summary: 'Read the channels, currencies and limits of the platform',
  description: 'Returns what all Organizations of this installation share.',
  success: 'The channels, currencies and limits of the platform.',
  noScreen: 'The screens are built with these values.',
  request: readRequest({}, {}),
  result: readResult(
    {
      contractVersion: releaseField('Version of the published contract.', '1.2.0'),
      channels: list(literalUnion(CHANNEL_NAMES), { description: 'Channels that the platform supports.' }),
      currencies: list(currency, { description: 'Currencies that messages are priced in.' }),
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
