import type * as t from 'io-ts'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { userId } from '../../../runner/domain/fields/people.js'
import { organizationId } from '../../../runner/domain/fields/tenancy.js'
import type { Erasure } from '../../domain/erasure/erasure.js'

const count = (description: string) => integer({ min: 0, description, example: 3 })

/** The erasure of a recipient (docs/api/erasure); it doesn't contain the recipient. */
export const erasureShape = open(
  {
    erasureId: identifier('ID of the erasure; starts with `era_`.', 'era_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    organizationId,
    source: literalUnion(['organization', 'operator'], {
      description: 'Side that requested it: an owner of the Organization, or support (`operator`).',
    }),
    requestedBy: nullable(userId),
    state: literalUnion(['running', 'done'], { description: '`done`: everything is erased.' }),
    messages: count('Number of erased messages so far.'),
    inboundMessages: count('Number of erased inbound messages so far.'),
    waiting: count('Number of messages that are still being sent. They are erased when they have ended.'),
    createdAt: timestamp('Time at which the erasure was requested.'),
    endedAt: nullable(timestamp('Time at which it was done; null until then.')),
  },
  {},
  {
    name: 'Erasure',
    description:
      'The erasure of a recipient, and its progress. `requestedBy` is the person who requested it; customers get null for support.',
  },
)

/** An erasure in the form of responses for super admins. */
export const erasureView = ({
  erasureId,
  organizationId: owner,
  source,
  requestedBy,
  state,
  messages,
  inboundMessages,
  waiting,
  createdAtMs,
  endedAtMs,
}: Erasure): t.TypeOf<typeof erasureShape> => ({
  erasureId,
  organizationId: owner,
  source,
  requestedBy,
  state,
  messages,
  inboundMessages,
  waiting,
  createdAt: isoTime(createdAtMs),
  endedAt: endedAtMs === undefined ? null : isoTime(endedAtMs),
})

/** An erasure in the form of responses for the Organization, which don't name the people of support. */
export const ownErasureView = (erasure: Erasure): t.TypeOf<typeof erasureShape> => ({
  ...erasureView(erasure),
  ...(erasure.source === 'operator' ? { requestedBy: null } : {}),
})
