import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { listTestMessages, listTestMessagesEntry } from './list-test-messages.js'
import { replyToTestMessage, replyToTestMessageEntry } from './reply-to-test-message.js'

/** The telephone of the test environment (docs/contract#test-messages). */
export const testMessageOperations = {
  listTestMessages: listTestMessagesEntry,
  replyToTestMessage: replyToTestMessageEntry,
} as const

/** What carries out the operations about test messages. */
export const testMessageImplementations = {
  listTestMessages,
  replyToTestMessage,
} satisfies ImplementationsOf<typeof testMessageOperations>
