import { CHANNEL_NAMES } from '../../channels/channels.js'
import { list } from '../../codecs/list.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { MESSAGE_STATES } from '../../messages/message-state.js'
import type { Operation } from '../entries/operation.js'
import { pageRequest, pageResult } from '../entries/request.js'
import { from, to } from '../fields/epoch-bounds.js'
import { historyMessageShape } from './shapes.js'
import { appId, organizationId } from '../fields/places.js'

/** What an Organization has sent (docs/contract#message-projection). */
export const messageOperations = {
  listCustomerMessageHistory: {
    subject: 'Messages',
    summary: "List an Organization's messages",
    description:
      'The newest first; recipients are masked. A page may have fewer messages than asked for, even none, while there ' +
      'are more: only `nextCursor` says which is the last.',
    audiences: ['customerControl', 'customerAgent'],
    keyKinds: ['customer'],
    tenant: 'organizationId',
    permission: 'messages.read',
    mutation: false,
    whileSuspended: true,
    controls: [],
    request: pageRequest(
      { organizationId },
      { appId, channel: literalUnion(CHANNEL_NAMES), state: literalUnion(MESSAGE_STATES), from, to },
    ),
    result: pageResult({ messages: list(historyMessageShape) }),
  },
} as const satisfies Record<string, Operation>
