import type { messageShape } from '@postrider/core/messaging/operations/messages/message-view'
import type * as t from 'io-ts'

/** The current state of a message, as sending credentials read it (docs/api/sending#message-projection). */
export type MessageProjection = t.TypeOf<typeof messageShape>
