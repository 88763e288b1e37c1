import { CHANNEL_NAMES } from '../../channels/channels.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { flag } from '../../kernel/codecs/flag.js'
import { messageId, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { currency } from '../../kernel/codecs/money.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { OVERVIEW_PERIODS } from '../domain/flow/periods.js'
import { RELEASE_DECISIONS } from '../domain/installation/release-decision.js'
import { PLATFORM_LIMITS } from '../../limits/domain/limits.js'
import { runAgainForAll, runAgainInTime } from '../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  readRequest,
  readResult,
} from '../../runner/domain/entries/request.js'
import { from, to } from '../../runner/domain/fields/epoch-bounds.js'
import { organizationId, PLATFORMS } from '../../runner/domain/fields/tenancy.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { overviewFields, overviewParts } from './overview-shapes.js'

const PLATFORM = {
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'none',
  permission: undefined,
  mutation: false,
  effect: 'reads',
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

const INTERACTIVE = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  whileSuspended: true,
} as const

const line = (description: string) => text({ minLength: 0, maxLength: 500, description })

const rightsVersion = text({
  minLength: 32,
  maxLength: 32,
  pattern: /^[0-9a-f]{32}$/,
  description:
    'What `getRestoration` showed: rights that have changed since are shown again before they are confirmed.',
})

/**
 * What there is to know about the service itself (docs/contract#control-operations), and what people do about a database
 * that was restored (docs/decisions/0028).
 */
export const platformOperations = operationsAbout('Platform', {
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
  getOverview: {
    audiences: ['adminConsole', 'adminAgent'],
    keyKinds: ['admin'],
    tenant: 'none',
    whileSuspended: true,
    summary: 'Show how the platform is',
    description:
      'Throughput, backlog, unknown outcomes and OTPs with `admin.messages`, providers with `admin.providers`, money with ' +
      '`admin.billing`; what waits for people and what is stopped by the permissions of its areas. What the caller may not see ' +
      'is left out.',
    permission: undefined,
    mutation: false,
    effect: 'reads',
    controls: [],
    refusals: ['PermissionDenied'],
    live: runAgainInTime('message', 'act', 'receipt', 'deadLetter', 'account', 'prefixBlock'),
    request: readRequest(
      {
        period: defaulted(
          literalUnion(OVERVIEW_PERIODS, {
            description:
              'How far back throughput goes: an hour by minutes, a day by quarters of an hour, 14 days by hours.',
          }),
          'hour',
        ),
      },
      {},
    ),
    result: readResult(overviewFields, overviewParts),
  },
  getRestoration: {
    ...INTERACTIVE,
    summary: 'Show whether the database is held, what waits, and what lets people and programs in',
    description:
      'Credentials, keys and rights are as they were when the backup was made: also what was revoked since. The lists ' +
      'have at most 100 entries; the counts are whole.',
    permission: 'admin.users',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgainForAll('act', 'message'),
    request: readRequest({}, {}),
    result: readResult(
      {
        heldSince: nullable(timestamp('Since when nothing is sent; null: it is not held.')),
        heldBecause: nullable(line('Why.')),
        waiting: integer({
          min: 0,
          description: 'Messages that wait for a word; at most 100,000 are counted.',
        }),
        rightsVersion,
        credentials: integer({ min: 0 }),
        agentKeys: integer({ min: 0 }),
        members: integer({ min: 0 }),
        listedCredentials: list(
          open({ credentialId: line('The credential.'), organizationId, label: line('Its label.') }, {}),
        ),
        listedAgentKeys: list(
          open({ agentKeyId: line('The key.'), kind: line('Its kind.'), label: line('Its label.') }, {}),
        ),
        superAdmins: list(
          open({ userId: line('Who.'), email: line('Where.'), permissions: list(line('May do this.')) }, {}),
        ),
      },
      {},
    ),
  },
  releaseRestoredMessages: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'Say of messages that may have been sent since the backup whether they are to be sent',
    description:
      'At most 100 of those that match, in the order of their identifiers; `isMore` says that there are others. `send`: ' +
      'they go on as if nothing had been; `unconfirmed`: their outcome is unknown; `cancel`: they are not sent, and ' +
      'their money is given back.',
    permission: 'admin.messages',
    mutation: true,
    effect: 'ends',
    controls: ['reason'],
    request: mutationRequest(
      { decision: literalUnion(RELEASE_DECISIONS), reason },
      {
        messageIds: list(messageId, { minItems: 1, maxItems: 100 }),
        organizationId,
        channel: literalUnion(CHANNEL_NAMES),
        state: literalUnion(['ACCEPTED', 'UNCONFIRMED']),
        from,
        to,
      },
    ),
    result: mutationResult(
      { messageIds: list(messageId), isMore: flag({ description: 'Others match too.' }) },
      {},
    ),
  },
  endRestoration: {
    ...INTERACTIVE,
    stepUp: true,
    summary: 'Confirm what was restored, and let sending begin again',
    description:
      'Every session, recovery and invitation ends, also that of whoever asks. What waits for a word goes on waiting.',
    permission: 'admin.users',
    mutation: true,
    effect: 'ends',
    controls: ['reason'],
    refusals: ['Conflict'],
    request: mutationRequest({ rightsVersion, reason }, {}),
    result: mutationResult({ releasedAt: timestamp('Since when messages are accepted and sent again.') }, {}),
  },
} as const satisfies Entries)
