import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { listTestMessages, listTestMessagesEntry } from './list-test-messages.js'
import { replyToTestMessage, replyToTestMessageEntry } from './reply-to-test-message.js'

/** Operations for test messages, the test environment's phone (docs/api/sandbox#test-messages). */
export const testMessageOperations = {
  listTestMessages: listTestMessagesEntry,
  replyToTestMessage: replyToTestMessageEntry,
} as const

/** Implementations of the operations about test messages. */
export const testMessageImplementations = {
  listTestMessages,
  replyToTestMessage,
} satisfies ImplementationsOf<typeof testMessageOperations>
