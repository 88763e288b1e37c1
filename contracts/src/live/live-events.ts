import type * as t from 'io-ts'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import { LANES } from '@postrider/core/kernel/messages/lane'
import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import { messageId, timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { CHANGE_KINDS } from '@postrider/core/feed/domain/change'
import { FAILURE_CODES, MESSAGE_STATES } from '@postrider/core/kernel/messages/message-state'
import { errorBody } from '../errors/error-body.js'
import { feedEpoch, feedSeq, subscriptionName } from './protocol-methods.js'

/** The maximum number of messages that a compacted record names. */
export const MOST_NEWEST = 50

const orNull = nullable(text({}))

const changeGroup = open(
  {
    kind: literalUnion(CHANGE_KINDS, { description: 'What changed.' }),
    count: integer({ min: 1, description: 'So many of it.' }),
    organizationId: orNull,
    appId: orNull,
    channel: nullable(literalUnion(CHANNEL_NAMES)),
    lane: nullable(literalUnion(LANES)),
    state: nullable(literalUnion(MESSAGE_STATES)),
    failureCode: nullable(literalUnion(FAILURE_CODES)),
    amountMinor: integer({
      description: 'What it cost together, in minor units; 0 where no money is meant.',
    }),
    currency: orNull,
  },
  {},
  {
    name: 'LiveChangeGroup',
    description: 'Changes of one transaction that agree in everything but the record.',
  },
)

const change = open(
  {
    seq: feedSeq,
    at: timestamp('When it was numbered.'),
    groups: list(changeGroup),
    messageIds: nullable(
      list(messageId, { description: 'Which messages; null: not told which of several, read again.' }),
    ),
  },
  {},
  { name: 'LiveChange', description: 'What one transaction changed.' },
)

/** The number of messages that reached a state. */
const stateCount = open(
  { state: nullable(literalUnion(MESSAGE_STATES)), count: integer({ min: 1 }) },
  {},
  {
    name: 'LiveStateCount',
    description: 'So many messages became this; null: something else of them changed.',
  },
)

const head = {
  subscription: subscriptionName,
  epoch: feedEpoch,
  seq: feedSeq,
  after: nullable(
    integer({
      min: 0,
      description: 'The number of the event before it in its subscription; null: it is the first.',
    }),
  ),
}

/** The events of a subscription, by the way they describe changes (docs/contract#live-readings). */
export const LIVE_EVENTS = {
  reading: open(
    {
      ...head,
      kind: literalUnion(['snapshot', 'reading'], {
        description: 'A snapshot begins a subscription anew; a reading replaces the one before.',
      }),
      data: anyObject({ maxProperties: 256, description: 'What the operation answers, as it stands.' }),
    },
    {},
    { name: 'LiveReadingEvent', description: 'The reading, run once more.' },
  ),
  changes: open(
    { ...head, kind: literalUnion(['changes']), changes: list(change) },
    {},
    { name: 'LiveChangesEvent', description: 'Changes, each as it was committed.' },
  ),
  compacted: open(
    {
      ...head,
      kind: literalUnion(['compacted']),
      messages: integer({ min: 0, description: 'How many changes of messages it stands for.' }),
      states: list(stateCount),
      newest: list(messageId, {
        maxItems: MOST_NEWEST,
        description: 'The newest of them; empty where not told.',
      }),
    },
    {},
    {
      name: 'LiveCompactedEvent',
      description: 'More changes than are sent one by one: exact counts, and the newest.',
    },
  ),
} as const

/** The parameters of an event, of any of its forms. */
export type LiveEvent = t.TypeOf<(typeof LIVE_EVENTS)[keyof typeof LIVE_EVENTS]>

/** A change as events contain it. */
export type LiveChange = t.TypeOf<typeof change>

/** A group of a change as events contain it. */
export type LiveChangeGroup = t.TypeOf<typeof changeGroup>

/** The end of a subscription that its client didn't end. */
export const liveOver = open(
  { subscription: subscriptionName, error: errorBody },
  {},
  { name: 'LiveOver', description: 'The subscription is over, and why.' },
)

/** The server's position, sent every five seconds. */
export const liveTick = open(
  { epoch: feedEpoch, seq: feedSeq },
  {},
  {
    name: 'LiveTick',
    description: 'The feed as far as the server has read it; all up to here is sent before the next tick.',
  },
)
