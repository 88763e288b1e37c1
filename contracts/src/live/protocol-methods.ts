import type * as t from 'io-ts'
import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import type { Field, ShapeField } from '@postrider/core/kernel/codecs/codec'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'

/** The client's name of a subscription. */
export const subscriptionName = text({
  minLength: 1,
  maxLength: 64,
  pattern: /^[A-Za-z0-9_-]+$/,
  description: 'Name of the subscription, unique on its socket. The client chooses it.',
  example: 'messages-1',
})

/** A word that stays the same as long as the feed's numbers are valid. */
export const feedEpoch = text({
  minLength: 1,
  maxLength: 64,
  oneLine: true,
  description: "Epoch of the change feed. Sequence numbers of different epochs can't be compared.",
  example: 'b2f1c0d4e5a69788',
})

/** A number of the change feed. */
export const feedSeq = integer({
  min: 0,
  description: 'Sequence number in the change feed.',
  example: 48_213,
})

/** The position that a client had reached. */
const positionShape = closed(
  { epoch: feedEpoch, seq: feedSeq },
  {},
  {
    description: 'Position of the client: the last sequence number up to which it has received every change.',
  },
)

const nothing = closed({}, {})
const done = open({}, {})

const readingName = (description: string) =>
  text({ minLength: 1, maxLength: 64, pattern: /^[A-Za-z]+$/, description, example: 'listMessages' })

const readingBody = anyObject({
  maxProperties: 64,
  description: 'Body of the operation; an empty object if omitted.',
})

const subscribeParams = closed(
  {
    subscription: subscriptionName,
    operation: readingName('Name of an operation that can be subscribed to.'),
  },
  { request: readingBody, after: positionShape },
)

const method = <P extends ShapeField, R extends Field>(
  summary: string,
  description: string,
  params: P,
  result: R,
) => ({
  summary,
  description,
  params,
  result,
})

/** The methods of the protocol that clients call (docs/api/sockets#sockets). */
export const PROTOCOL_METHODS = {
  'session.authenticate': method(
    'Authenticate with a ticket',
    'Must be the first frame of every socket, and be repeated with a new ticket before access expires.',
    closed(
      {
        ticket: text({
          minLength: 1,
          maxLength: 128,
          oneLine: true,
          description: 'Ticket that POST /ticket returned. It can be used once.',
          example: 'prtk_…',
        }),
      },
      {},
    ),
    open(
      {
        userId: text({
          description: 'ID of the user who is signed in.',
          example: 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
        }),
        until: timestamp(
          'Latest time at which the session expires. It expires earlier if nobody makes a call.',
        ),
      },
      {},
    ),
  ),
  'session.confirm': method(
    'Confirm the second factor',
    'Sensitive operations need a recent confirmation.',
    closed(
      {
        code: text({
          minLength: 6,
          maxLength: 64,
          oneLine: true,
          description: 'Code of the authenticator app, or a recovery code.',
          example: '492039',
        }),
      },
      {},
    ),
    open({ confirmedAt: timestamp('Time at which the second factor was confirmed.') }, {}),
  ),
  'session.end': method('Sign out', 'Ends the session on every socket.', nothing, done),
  'live.read': method(
    'Refresh what a page shows',
    'Runs an operation that only reads. The call does not count as activity of the user.',
    closed({ operation: readingName('Name of an operation that only reads.') }, { request: readingBody }),
    anyObject({
      maxProperties: 64,
      description: 'Result of the operation, with a `requestId`.',
      example: { messages: [], nextCursor: null, requestId: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd' },
    }),
  ),
  'live.subscribe': method(
    'Subscribe to the result of an operation',
    'Returns at once; the events of the subscription follow. With `after`, a subscription continues where it was.',
    subscribeParams,
    open(
      {
        subscription: subscriptionName,
        epoch: feedEpoch,
        seq: feedSeq,
        resumed: flag({
          description: '`true` if the events continue after `after`; `false` if a snapshot comes first.',
        }),
      },
      {},
    ),
  ),
  'live.unsubscribe': method(
    'End a subscription',
    'No more events of the subscription are sent.',
    closed({ subscription: subscriptionName }, {}),
    done,
  ),
} as const

/** A method of the protocol. */
export type ProtocolMethodName = keyof typeof PROTOCOL_METHODS

/** The parameters of a protocol method. */
export type ProtocolParams<M extends ProtocolMethodName> = t.TypeOf<(typeof PROTOCOL_METHODS)[M]['params']>

/** The result of a protocol method. */
export type ProtocolResult<M extends ProtocolMethodName> = t.TypeOf<(typeof PROTOCOL_METHODS)[M]['result']>

/** Whether a name is that of a protocol method. */
export const isProtocolMethod = (name: string): name is ProtocolMethodName =>
  Object.hasOwn(PROTOCOL_METHODS, name)
