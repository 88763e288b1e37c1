import type { messageOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as decisions from './decisions.js'
import * as deliveryOutcomes from './delivery-outcomes.js'
import * as findMessages from './find-messages.js'
import * as findOrganizationMessages from './find-organization-messages.js'
import * as listCustomerMessageHistory from './list-customer-message-history.js'
import * as organizationFailures from './organization-failures.js'
import * as organizationMessageTrace from './organization-message-trace.js'
import * as previewByHand from './preview-by-hand.js'
import * as readings from './readings.js'
import * as revealRecipient from './reveal-recipient.js'

/** What carries out the operations about what was sent. */
export const messageImplementations = {
  ...decisions,
  ...deliveryOutcomes,
  ...findMessages,
  ...findOrganizationMessages,
  ...listCustomerMessageHistory,
  ...organizationFailures,
  ...organizationMessageTrace,
  ...previewByHand,
  ...readings,
  ...revealRecipient,
} satisfies ImplementationsOf<typeof messageOperations>
