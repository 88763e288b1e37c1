import type { messageOperations } from '../../../domain/operations/messages/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as decisions from './decisions.js'
import * as findMessages from './find-messages.js'
import * as listCustomerMessageHistory from './list-customer-message-history.js'
import * as readings from './readings.js'
import * as revealRecipient from './reveal-recipient.js'

/** What carries out the operations about what was sent. */
export const messageImplementations = {
  ...decisions,
  ...findMessages,
  ...listCustomerMessageHistory,
  ...readings,
  ...revealRecipient,
} satisfies ImplementationsOf<keyof typeof messageOperations>
