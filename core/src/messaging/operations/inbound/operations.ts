import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  listInboundMessages,
  listInboundMessagesEntry,
  listReceivedMessages,
  listReceivedMessagesEntry,
  assignInboundMessage,
  assignInboundMessageEntry,
} from './inbound.js'

/** What people write to senders (docs/contract#inbound-messages). */
export const inboundOperations = {
  listInboundMessages: listInboundMessagesEntry,
  listReceivedMessages: listReceivedMessagesEntry,
  assignInboundMessage: assignInboundMessageEntry,
} as const

/** What carries out the operations about inbound messages. */
export const inboundImplementations = {
  listInboundMessages,
  listReceivedMessages,
  assignInboundMessage,
} satisfies ImplementationsOf<typeof inboundOperations>
