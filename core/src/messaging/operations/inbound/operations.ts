import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  listInboundMessages,
  listInboundMessagesEntry,
  listReceivedMessages,
  listReceivedMessagesEntry,
} from './list-inbound-messages.js'
import { assignInboundMessage, assignInboundMessageEntry } from './assign-inbound-message.js'
import { dismissInboundMessage, dismissInboundMessageEntry } from './dismiss-inbound-message.js'

/** Operations about inbound messages (docs/api/delivery#inbound-messages). */
export const inboundOperations = {
  listInboundMessages: listInboundMessagesEntry,
  listReceivedMessages: listReceivedMessagesEntry,
  assignInboundMessage: assignInboundMessageEntry,
  dismissInboundMessage: dismissInboundMessageEntry,
} as const

/** Implementations of the operations about inbound messages. */
export const inboundImplementations = {
  listInboundMessages,
  listReceivedMessages,
  assignInboundMessage,
  dismissInboundMessage,
} satisfies ImplementationsOf<typeof inboundOperations>
