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

const orNull = (description: string, example: string) => nullable(text({ description, example }))

const changeGroup = open(
  {
    kind: literalUnion(CHANGE_KINDS, { description: 'Kind of record that changed.' }),
    count: integer({ min: 1, description: 'Number of records that changed.', example: 1 }),
    organizationId: orNull(
      'ID of the Organization; null if the change concerns none or several.',
      'org_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    appId: orNull(
      'ID of the app; null if the change concerns none or several.',
      'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    channel: nullable(
      literalUnion(CHANNEL_NAMES, {
        description: 'Channel of the messages; null if it is not about messages.',
      }),
    ),
    lane: nullable(
      literalUnion(LANES, { description: 'Priority of the messages; null if it is not about messages.' }),
    ),
    state: nullable(
      literalUnion(MESSAGE_STATES, {
        description: 'State that the messages entered; null if it did not change.',
      }),
    ),
    failureCode: nullable(
      literalUnion(FAILURE_CODES, {
        description: 'Why the messages did not arrive; null if that is not the change.',
      }),
    ),
    amountMinor: integer({
      description: 'Total cost of these messages in minor units; 0 if the change has no cost.',
      example: 35,
    }),
    currency: orNull('Currency code of the cost; null if there is none.', 'INR'),
  },
  {},
  {
    name: 'LiveChangeGroup',
    description: 'Changes of one transaction that agree in everything except the record.',
  },
)

const change = open(
  {
    seq: feedSeq,
    at: timestamp('Time at which the change got its number in the feed.'),
    groups: list(changeGroup, { description: 'The changes of the transaction, grouped.' }),
    messageIds: nullable(
      list(messageId, {
        description:
          "IDs of the messages that changed. If null, the event doesn't list them; read the list again.",
      }),
    ),
  },
  {},
  { name: 'LiveChange', description: 'Everything that one transaction changed.' },
)

/** The number of messages that reached a state. */
const stateCount = open(
  {
    state: nullable(
      literalUnion(MESSAGE_STATES, {
        description: 'State that the messages entered; null if it did not change.',
      }),
    ),
    count: integer({ min: 1, description: 'Number of messages.', example: 12 }),
  },
  {},
  {
    name: 'LiveStateCount',
    description:
      'Number of messages that entered a state. A null `state` means that something else about them changed.',
  },
)

const head = {
  subscription: subscriptionName,
  epoch: feedEpoch,
  seq: feedSeq,
  after: nullable(
    integer({
      min: 0,
      description: '`seq` of the previous event of this subscription; null for the first event.',
      example: 48_212,
    }),
  ),
}

/** The events of a subscription, by the way they describe changes (docs/api/sockets#live-readings). */
export const LIVE_EVENTS = {
  reading: open(
    {
      ...head,
      kind: literalUnion(['snapshot', 'reading'], {
        description: '`snapshot` starts the subscription over; `reading` replaces the previous reading.',
      }),
      data: anyObject({
        maxProperties: 256,
        description: 'Current result of the operation.',
        example: { messages: [], nextCursor: null },
      }),
    },
    {},
    { name: 'LiveReadingEvent', description: 'The current result of the operation, read again.' },
  ),
  changes: open(
    {
      ...head,
      kind: literalUnion(['changes'], { description: 'Kind of event: `changes`.' }),
      changes: list(change, { description: 'The changes, in order of commit.' }),
    },
    {},
    { name: 'LiveChangesEvent', description: 'Changes, in the order in which they were committed.' },
  ),
  compacted: open(
    {
      ...head,
      kind: literalUnion(['compacted'], { description: 'Kind of event: `compacted`.' }),
      messages: integer({
        min: 0,
        description: 'Number of message changes that this event summarizes.',
        example: 2_400,
      }),
      states: list(stateCount, { description: 'Number of messages by state.' }),
      newest: list(messageId, {
        maxItems: MOST_NEWEST,
        description: "IDs of the most recently changed messages; empty if they aren't listed.",
      }),
    },
    {},
    {
      name: 'LiveCompactedEvent',
      description: 'Summary of more changes than are sent one by one: exact counts, and the newest messages.',
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
  { name: 'LiveOver', description: 'The subscription has ended, with the reason.' },
)

/** The server's position, sent every five seconds. */
export const liveTick = open(
  { epoch: feedEpoch, seq: feedSeq },
  {},
  {
    name: 'LiveTick',
    description:
      'How far the server has read the feed. Every change up to here is sent before the next tick.',
  },
)
