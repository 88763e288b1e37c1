import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  listInboundMessages,
  listInboundMessagesEntry,
  listReceivedMessages,
  listReceivedMessagesEntry,
  assignInboundMessage,
  assignInboundMessageEntry,
} from './inbound.js'

/** Operations about inbound messages (docs/api/delivery#inbound-messages). */
export const inboundOperations = {
  listInboundMessages: listInboundMessagesEntry,
  listReceivedMessages: listReceivedMessagesEntry,
  assignInboundMessage: assignInboundMessageEntry,
} as const

/** Implementations of the operations about inbound messages. */
export const inboundImplementations = {
  listInboundMessages,
  listReceivedMessages,
  assignInboundMessage,
} satisfies ImplementationsOf<typeof inboundOperations>
