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
  description: 'Names the subscription on its socket; the client chooses it.',
  example: 'messages-1',
})

/** A word that stays the same as long as the feed's numbers are valid. */
export const feedEpoch = text({
  minLength: 1,
  maxLength: 64,
  oneLine: true,
  description: 'The epoch of the change feed; numbers of another one mean nothing.',
  example: 'b2f1c0d4e5a69788',
})

/** A number of the change feed. */
export const feedSeq = integer({ min: 0, description: 'A number of the change feed.', example: 48_213 })

/** The position that a client had reached. */
const positionShape = closed(
  { epoch: feedEpoch, seq: feedSeq },
  {},
  { description: 'How far the client has come: the newest number that it knows all before of.' },
)

const nothing = closed({}, {})
const done = open({}, {})

const readingName = (description: string) =>
  text({ minLength: 1, maxLength: 64, pattern: /^[A-Za-z]+$/, description })

const readingBody = anyObject({
  maxProperties: 64,
  description: "The reading's body; nothing is an empty object.",
})

const subscribeParams = closed(
  { subscription: subscriptionName, operation: readingName('A live reading.') },
  { request: readingBody, after: positionShape },
)

const method = <P extends ShapeField, R extends Field>(summary: string, params: P, result: R) => ({
  summary,
  params,
  result,
})

/** The methods of the protocol that clients call (docs/contract#sockets). */
export const PROTOCOL_METHODS = {
  'session.authenticate': method(
    'Spend a ticket: the first frame of every socket, and again before access ends',
    closed(
      {
        ticket: text({
          minLength: 1,
          maxLength: 128,
          oneLine: true,
          description: 'As POST /ticket gave it.',
        }),
      },
      {},
    ),
    open(
      {
        userId: text({ description: 'Who is signed in.', example: 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd' }),
        until: timestamp('When the session ends at the latest; without a call it ends earlier.'),
      },
      {},
    ),
  ),
  'session.confirm': method(
    'Confirm the second factor, for what is dangerous',
    closed(
      {
        code: text({
          minLength: 6,
          maxLength: 64,
          oneLine: true,
          description: 'The code, or a recovery code.',
        }),
      },
      {},
    ),
    open({ confirmedAt: timestamp('When it was confirmed.') }, {}),
  ),
  'session.end': method('Sign out: the session ends on every socket', nothing, done),
  'live.read': method(
    "Read as a page does by itself, to keep true what it shows: it is nobody's activity",
    closed({ operation: readingName('A reading, live or not.') }, { request: readingBody }),
    anyObject({ maxProperties: 64, description: 'What the operation answers, with a `requestId`.' }),
  ),
  'live.subscribe': method(
    'Have a reading kept true',
    subscribeParams,
    open(
      {
        subscription: subscriptionName,
        epoch: feedEpoch,
        seq: feedSeq,
        resumed: flag({
          description: 'True: what follows goes on after `after`. False: a snapshot comes first.',
        }),
      },
      {},
    ),
  ),
  'live.unsubscribe': method('Have it kept no longer', closed({ subscription: subscriptionName }, {}), done),
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
