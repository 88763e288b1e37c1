import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import {
  sendChatMessage,
  sendChatMessageEntry,
  closeChat,
  closeChatEntry,
  escalateChatToTicket,
  escalateChatToTicketEntry,
} from './act-in-chat.js'
import {
  appendCustomerSupportReply,
  appendCustomerSupportReplyEntry,
} from './append-customer-support-reply.js'
import { createChatRequest, createChatRequestEntry } from './create-chat-request.js'
import { createSupportTicket, createSupportTicketEntry } from './create-support-ticket.js'
import {
  findCustomerSupportTickets,
  findCustomerSupportTicketsEntry,
  findSupportTickets,
  findSupportTicketsEntry,
} from './find-tickets.js'
import {
  generateAttachmentUploadUrl,
  generateAttachmentUploadUrlEntry,
} from './generate-attachment-upload-url.js'
import { getCustomerSupportChat, getCustomerSupportChatEntry } from './get-customer-support-chat.js'
import { getCustomerSupportTicket, getCustomerSupportTicketEntry } from './get-customer-support-ticket.js'
import { getSupportAttachmentUrl, getSupportAttachmentUrlEntry } from './get-support-attachment-url.js'
import { getSupportChat, getSupportChatEntry } from './get-support-chat.js'
import { getSupportCustomer, getSupportCustomerEntry } from './get-support-customer.js'
import { getSupportTicket, getSupportTicketEntry } from './get-support-ticket.js'
import {
  getTicketAttachmentDownloadUrl,
  getTicketAttachmentDownloadUrlEntry,
} from './get-ticket-attachment-download-url.js'
import {
  takeSupportChat,
  takeSupportChatEntry,
  sayInSupportChat,
  sayInSupportChatEntry,
  endSupportChat,
  endSupportChatEntry,
} from './handle-support-chat.js'
import {
  replySupportTicket,
  replySupportTicketEntry,
  resolveSupportTicket,
  resolveSupportTicketEntry,
  closeSupportTicket,
  closeSupportTicketEntry,
} from './handle-support-ticket.js'
import { listChatMessages, listChatMessagesEntry } from './list-chat-messages.js'
import { listCustomerSupportChats, listCustomerSupportChatsEntry } from './list-customer-support-chats.js'
import {
  listCustomerSupportTickets,
  listCustomerSupportTicketsEntry,
} from './list-customer-support-tickets.js'
import { listSupportCases, listSupportCasesEntry } from './list-support-cases.js'
import { listSupportQueue, listSupportQueueEntry } from './list-support-queue.js'
import { registerTicketAttachment, registerTicketAttachmentEntry } from './register-ticket-attachment.js'

/**
 * The operations about tickets (docs/api/support#tickets), chats with super admins (docs/api/support#chats),
 * and files (docs/api/support#attachments).
 */
export const supportOperations = {
  createChatRequest: createChatRequestEntry,
  sendChatMessage: sendChatMessageEntry,
  listChatMessages: listChatMessagesEntry,
  listCustomerSupportChats: listCustomerSupportChatsEntry,
  getCustomerSupportChat: getCustomerSupportChatEntry,
  closeChat: closeChatEntry,
  escalateChatToTicket: escalateChatToTicketEntry,
  createSupportTicket: createSupportTicketEntry,
  listCustomerSupportTickets: listCustomerSupportTicketsEntry,
  findCustomerSupportTickets: findCustomerSupportTicketsEntry,
  getCustomerSupportTicket: getCustomerSupportTicketEntry,
  appendCustomerSupportReply: appendCustomerSupportReplyEntry,
  generateAttachmentUploadUrl: generateAttachmentUploadUrlEntry,
  registerTicketAttachment: registerTicketAttachmentEntry,
  getTicketAttachmentDownloadUrl: getTicketAttachmentDownloadUrlEntry,
  listSupportQueue: listSupportQueueEntry,
  listSupportCases: listSupportCasesEntry,
  findSupportTickets: findSupportTicketsEntry,
  getSupportCustomer: getSupportCustomerEntry,
  replySupportTicket: replySupportTicketEntry,
  resolveSupportTicket: resolveSupportTicketEntry,
  closeSupportTicket: closeSupportTicketEntry,
  getSupportTicket: getSupportTicketEntry,
  getSupportAttachmentUrl: getSupportAttachmentUrlEntry,
  getSupportChat: getSupportChatEntry,
  takeSupportChat: takeSupportChatEntry,
  sayInSupportChat: sayInSupportChatEntry,
  endSupportChat: endSupportChatEntry,
} as const

/** The implementations of these operations. */
export const supportImplementations = {
  createChatRequest,
  sendChatMessage,
  listChatMessages,
  listCustomerSupportChats,
  getCustomerSupportChat,
  closeChat,
  escalateChatToTicket,
  createSupportTicket,
  listCustomerSupportTickets,
  findCustomerSupportTickets,
  getCustomerSupportTicket,
  appendCustomerSupportReply,
  generateAttachmentUploadUrl,
  registerTicketAttachment,
  getTicketAttachmentDownloadUrl,
  listSupportQueue,
  listSupportCases,
  findSupportTickets,
  getSupportCustomer,
  replySupportTicket,
  resolveSupportTicket,
  closeSupportTicket,
  getSupportTicket,
  getSupportAttachmentUrl,
  getSupportChat,
  takeSupportChat,
  sayInSupportChat,
  endSupportChat,
} satisfies ImplementationsOf<typeof supportOperations>
