import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { cancelMessage, cancelMessageEntry } from './cancel-message.js'
import {
  resolveUnconfirmedMessage,
  resolveUnconfirmedMessageEntry,
  assignOrphanReceipt,
  assignOrphanReceiptEntry,
} from './decisions.js'
import { dismissReceipt, dismissReceiptEntry } from './dismiss-receipt.js'
import { findMessages, findMessagesEntry } from './find-messages.js'
import { findOrganizationMessages, findOrganizationMessagesEntry } from './find-organization-messages.js'
import { getDeliveryOutcomes, getDeliveryOutcomesEntry } from './get-delivery-outcomes.js'
import { getMessageTrace, getMessageTraceEntry } from './get-message-trace.js'
import { getOrganizationFailures, getOrganizationFailuresEntry } from './get-organization-failures.js'
import {
  getOrganizationMessageTrace,
  getOrganizationMessageTraceEntry,
} from './get-organization-message-trace.js'
import {
  listCustomerMessageHistory,
  listCustomerMessageHistoryEntry,
} from './list-customer-message-history.js'
import { listDeadLetters, listDeadLettersEntry } from './list-dead-letters.js'
import { listMessages, listMessagesEntry } from './list-messages.js'
import {
  listOrphanReceipts,
  listOrphanReceiptsEntry,
  listContradictoryReceipts,
  listContradictoryReceiptsEntry,
} from './list-unmatched-receipts.js'
import { previewMessage, previewMessageEntry } from './preview-message.js'
import { requeueDeadLetter, requeueDeadLetterEntry } from './requeue-dead-letter.js'
import { revealRecipient, revealRecipientEntry } from './reveal-recipient.js'

/**
 * Operations about sent messages, and about the decisions that only people can make
 * (docs/api/admin#manual-resolution).
 */
export const messageOperations = {
  listCustomerMessageHistory: listCustomerMessageHistoryEntry,
  findOrganizationMessages: findOrganizationMessagesEntry,
  getOrganizationMessageTrace: getOrganizationMessageTraceEntry,
  getOrganizationFailures: getOrganizationFailuresEntry,
  getDeliveryOutcomes: getDeliveryOutcomesEntry,
  previewMessage: previewMessageEntry,
  cancelMessage: cancelMessageEntry,
  listMessages: listMessagesEntry,
  findMessages: findMessagesEntry,
  getMessageTrace: getMessageTraceEntry,
  revealRecipient: revealRecipientEntry,
  listDeadLetters: listDeadLettersEntry,
  resolveUnconfirmedMessage: resolveUnconfirmedMessageEntry,
  requeueDeadLetter: requeueDeadLetterEntry,
  listOrphanReceipts: listOrphanReceiptsEntry,
  listContradictoryReceipts: listContradictoryReceiptsEntry,
  assignOrphanReceipt: assignOrphanReceiptEntry,
  dismissReceipt: dismissReceiptEntry,
} as const

/** Implementations of the operations about sent messages. */
export const messageImplementations = {
  listCustomerMessageHistory,
  findOrganizationMessages,
  getOrganizationMessageTrace,
  getOrganizationFailures,
  getDeliveryOutcomes,
  previewMessage,
  cancelMessage,
  listMessages,
  findMessages,
  getMessageTrace,
  revealRecipient,
  listDeadLetters,
  resolveUnconfirmedMessage,
  requeueDeadLetter,
  listOrphanReceipts,
  listContradictoryReceipts,
  assignOrphanReceipt,
  dismissReceipt,
} satisfies ImplementationsOf<typeof messageOperations>
