import { flag } from '../../kernel/codecs/flag.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { textMap } from '../../kernel/codecs/text-map.js'
import { text } from '../../kernel/codecs/text.js'
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../domain/attachment-file.js'
import { runAgain, runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../runner/domain/entries/request.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'
import { reason, subject, supportText } from '../../runner/domain/fields/written-texts.js'
import {
  attachmentId,
  attachmentShape,
  chatId,
  chatMessageShape,
  chatShape,
  replyShape,
  fileSha256,
  signedUrl,
  supportCaseShape,
  supportCustomerFields,
  ticketCategory,
  ticketId,
  ticketPriority,
  ticketSearchFields,
  ticketSearchText,
  ticketShape,
  ticketStatus,
  waitingShape,
} from './shapes.js'

const CUSTOMERS = {
  audiences: ['customerControl'],
  keyKinds: [],
  permission: 'support.use',
  whileSuspended: true,
  controls: [],
} as const

const CHATS = { ...CUSTOMERS, tenant: 'chatId', mutation: true } as const
const CHATS_AT_WEBSITE = {
  ...CHATS,
  audiences: ['customerWebsite'],
  mutation: false,
  effect: 'reads',
  live: runAgain('act'),
} as const
const ATTACHMENTS = { ...CUSTOMERS, tenant: 'ticketId', mutation: true } as const
const TICKETS = {
  ...CUSTOMERS,
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
} as const

const TICKET_FILE = readResult(
  { ticket: ticketShape, replies: list(replyShape), attachments: list(attachmentShape) },
  {},
)

const DOWNLOAD = readResult(
  { downloadUrl: signedUrl, expiresAt: timestamp('Until when the address works.') },
  {},
)

const OPERATORS = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.support',
  whileSuspended: true,
} as const

/** What shows what customers wrote, or speaks to them at once: for people alone. */
const OPERATORS_ALONE = {
  ...OPERATORS,
  audiences: ['adminConsole'],
  keyKinds: [],
  refusals: ['NotFound'],
} as const

const READ_ALONE = { ...OPERATORS_ALONE, mutation: false, effect: 'reads', controls: [] } as const

const ENDING_TICKET = {
  ...OPERATORS,
  mutation: true,
  controls: ['reason'],
  refusals: ['NotFound'],
  request: mutationRequest({ ticketId, reason }, {}),
  result: mutationResult({ ticket: ticketShape }, {}),
} as const

/** Requests for help (docs/contract#tickets), talking with an operator (docs/contract#chats), and files (docs/contract#attachments). */
export const supportOperations = operationsAbout('Support', {
  createChatRequest: {
    ...CHATS,
    effect: 'adds',
    quotas: ['openChats'],
    summary: 'Ask for a chat with an operator',
    tenant: 'organizationId',
    request: mutationRequest({ organizationId, subject, text: supportText }, {}),
    result: mutationResult({ chat: chatShape }, {}),
  },
  sendChatMessage: {
    ...CHATS,
    effect: 'adds',
    quotas: ['chatMessages'],
    summary: 'Say something in a chat',
    request: mutationRequest({ chatId, text: supportText }, {}),
    result: mutationResult({ message: chatMessageShape }, {}),
  },
  listChatMessages: {
    ...CHATS,
    summary: 'Read what was said in a chat',
    mutation: false,
    effect: 'reads',
    live: runAgain('act'),
    request: pageRequest({ chatId }, {}),
    result: pageResult({ messages: list(chatMessageShape) }),
  },
  listCustomerSupportChats: {
    ...CHATS_AT_WEBSITE,
    summary: "List an Organization's chats",
    description: 'Newest first, over or not.',
    tenant: 'organizationId',
    request: pageRequest({ organizationId }, {}),
    result: pageResult({ chats: list(chatShape) }),
  },
  getCustomerSupportChat: {
    ...CHATS_AT_WEBSITE,
    summary: 'Read a chat, a page of what was said in it at a time',
    request: pageRequest({ chatId }, {}),
    result: pageResult({ chat: chatShape, messages: list(chatMessageShape) }),
  },
  closeChat: {
    ...CHATS,
    effect: 'ends',
    summary: 'End a chat',
    request: mutationRequest({ chatId }, {}),
    result: mutationResult({ chat: chatShape }, {}),
  },
  escalateChatToTicket: {
    ...CHATS,
    effect: 'changes',
    quotas: ['openTickets'],
    summary: 'Make a ticket of a chat',
    description: 'What was said in the chat becomes the first replies of the ticket.',
    request: mutationRequest({ chatId, priority: ticketPriority }, {}),
    result: mutationResult({ ticket: ticketShape }, {}),
  },
  createSupportTicket: {
    ...TICKETS,
    summary: 'Open a ticket',
    tenant: 'organizationId',
    mutation: true,
    effect: 'adds',
    quotas: ['openTickets'],
    request: mutationRequest(
      { organizationId, subject, text: supportText, category: ticketCategory, priority: ticketPriority },
      {},
    ),
    result: mutationResult({ ticket: ticketShape }, {}),
  },
  listCustomerSupportTickets: {
    ...TICKETS,
    summary: "List an Organization's tickets",
    tenant: 'organizationId',
    mutation: false,
    effect: 'reads',
    live: runAgain('act'),
    request: pageRequest({ organizationId }, { status: ticketStatus }),
    result: pageResult({ tickets: list(ticketShape) }),
  },
  findCustomerSupportTickets: {
    ...CHATS_AT_WEBSITE,
    summary: "Search an Organization's tickets",
    description:
      'By the words of their subjects and replies, or by a ticket id; newest first, in any status. New words are found ' +
      'some seconds after they were written. A page may have fewer tickets than `limit`, even none, while there are more.',
    tenant: 'organizationId',
    request: pageRequest({ organizationId, text: ticketSearchText }, {}),
    result: pageResult({ tickets: list(ticketShape), ...ticketSearchFields }),
  },
  getCustomerSupportTicket: {
    ...TICKETS,
    summary: 'Read a ticket with its replies and attachments',
    tenant: 'ticketId',
    mutation: false,
    effect: 'reads',
    live: runAgain('act'),
    request: readRequest({ ticketId }, {}),
    result: TICKET_FILE,
  },
  appendCustomerSupportReply: {
    ...TICKETS,
    summary: 'Add to a ticket',
    description: 'A ticket that was closed opens again.',
    tenant: 'ticketId',
    mutation: true,
    effect: 'adds',
    quotas: ['ticketReplies'],
    request: mutationRequest({ ticketId, text: supportText }, {}),
    result: mutationResult({ reply: replyShape }, {}),
  },
  generateAttachmentUploadUrl: {
    ...ATTACHMENTS,
    effect: 'adds',
    quotas: ['announcedFiles', 'fileBytes'],
    summary: 'Announce a file, and get the address to upload it to',
    description: 'The address works for 15 minutes, and for a file of just this size and digest.',
    tenant: 'organizationId',
    request: mutationRequest(
      {
        organizationId,
        fileName: text({ minLength: 1, maxLength: 255, oneLine: true, example: 'log.txt' }),
        contentType: literalUnion(ATTACHMENT_TYPES, { description: 'What the upload says it is.' }),
        sizeBytes: integer({ min: 1, max: MAX_ATTACHMENT_BYTES, example: 1024 }),
        sha256: fileSha256,
      },
      {},
    ),
    result: mutationResult(
      {
        attachmentId,
        uploadUrl: signedUrl,
        method: literalUnion(['PUT'], { description: 'The method of the upload.' }),
        headers: textMap(text({ minLength: 1 }), text(), {
          maxEntries: 20,
          description: 'The headers that the upload must have.',
        }),
        expiresAt: timestamp('Until when the address works.'),
      },
      {},
    ),
  },
  registerTicketAttachment: {
    ...ATTACHMENTS,
    effect: 'adds',
    quotas: ['ticketFiles'],
    summary: 'Put an uploaded file beside a ticket',
    description: 'Its size and digest are checked first.',
    request: mutationRequest({ ticketId, attachmentId }, {}),
    result: mutationResult({ attachment: attachmentShape }, {}),
  },
  getTicketAttachmentDownloadUrl: {
    ...ATTACHMENTS,
    summary: 'Get the address to download a file from',
    description: 'It works for 5 minutes.',
    mutation: false,
    effect: 'reads',
    request: readRequest({ ticketId, attachmentId }, {}),
    result: DOWNLOAD,
  },
  listSupportQueue: {
    ...OPERATORS,
    summary: 'List tickets and chats that wait for an operator',
    description: 'Oldest first; with `priority` the open tickets of that priority alone.',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgainForAll('act'),
    request: pageRequest({}, { priority: ticketPriority }),
    result: pageResult({ waiting: list(waitingShape) }),
  },
  listSupportCases: {
    ...OPERATORS,
    summary: 'List tickets and chats, over or not',
    description:
      'Newest first. A chat is assigned to the first super admin who takes it or writes in it, a ticket to the first who replies.',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgain('act'),
    request: pageRequest(
      {},
      { mine: flag({ description: 'Only open ones that are assigned to the caller.' }) },
    ),
    result: pageResult({ cases: list(supportCaseShape) }),
  },
  findSupportTickets: {
    ...OPERATORS,
    audiences: ['adminConsole'],
    keyKinds: [],
    summary: 'Search the tickets of all Organizations',
    description:
      "By the words of their subjects and replies, of the Organization's name and of the name and email of the person who " +
      'opened them, or by a ticket id; newest first, in any status. New words are found some seconds after they were ' +
      'written. A page may have fewer tickets than `limit`, even none, while there are more.',
    mutation: false,
    effect: 'reads',
    controls: [],
    live: runAgain('act'),
    request: pageRequest({ text: ticketSearchText }, {}),
    result: pageResult({ cases: list(supportCaseShape), ...ticketSearchFields }),
  },
  getSupportCustomer: {
    ...READ_ALONE,
    summary: 'Read the name, the apps and the balances of a customer',
    description: 'For the person who handles a ticket or a chat of theirs.',
    live: runAgainForAll('act', 'account'),
    request: readRequest({ organizationId }, {}),
    result: readResult(supportCustomerFields, {}),
  },
  replySupportTicket: {
    ...OPERATORS,
    summary: 'Reply to a ticket',
    description: 'Without `status` an open ticket then waits for the customer, and any other stays as it is.',
    mutation: true,
    effect: 'adds',
    noStepUp: NO_STEP_UP.ANSWERS,
    quotas: ['ticketReplies'],
    controls: ['reason'],
    refusals: ['NotFound'],
    request: mutationRequest({ ticketId, text: supportText, reason }, { status: ticketStatus }),
    result: mutationResult({ ticket: ticketShape, reply: replyShape }, {}),
  },
  resolveSupportTicket: {
    ...ENDING_TICKET,
    effect: 'changes',
    noStepUp: NO_STEP_UP.ANSWERS,
    summary: 'Call a ticket solved',
    description: "The customer's next word opens it again.",
  },
  closeSupportTicket: {
    ...ENDING_TICKET,
    effect: 'ends',
    noStepUp: NO_STEP_UP.ANSWERS,
    summary: 'Close a ticket, solved or not',
    description: "The customer's next word opens it again.",
  },
  getSupportTicket: {
    ...READ_ALONE,
    summary: 'Read a ticket with its replies and attachments',
    live: runAgain('act'),
    request: readRequest({ ticketId }, {}),
    result: TICKET_FILE,
  },
  getSupportAttachmentUrl: {
    ...READ_ALONE,
    summary: 'Get the address to download a file from',
    description: 'It works for 5 minutes.',
    request: readRequest({ ticketId, attachmentId }, {}),
    result: DOWNLOAD,
  },
  getSupportChat: {
    ...READ_ALONE,
    summary: 'Read a chat, a page of what was said in it at a time',
    live: runAgain('act'),
    request: pageRequest({ chatId }, {}),
    result: pageResult({ chat: chatShape, messages: list(chatMessageShape) }),
  },
  takeSupportChat: {
    ...OPERATORS_ALONE,
    summary: 'Take a waiting chat up',
    description: 'Of two who take it, the second is refused; the audit log says who took it.',
    mutation: true,
    effect: 'changes',
    noStepUp: NO_STEP_UP.ANSWERS,
    controls: [],
    request: mutationRequest({ chatId }, {}),
    result: mutationResult({ chat: chatShape }, {}),
  },
  sayInSupportChat: {
    ...OPERATORS_ALONE,
    summary: 'Say something in a chat',
    description: 'Takes a chat up that waits.',
    mutation: true,
    effect: 'adds',
    noStepUp: NO_STEP_UP.ANSWERS,
    quotas: ['chatMessages'],
    controls: [],
    request: mutationRequest({ chatId, text: supportText }, {}),
    result: mutationResult({ chat: chatShape, message: chatMessageShape }, {}),
  },
  endSupportChat: {
    ...OPERATORS_ALONE,
    summary: 'End a chat',
    description: 'What is over stays over.',
    mutation: true,
    effect: 'ends',
    noStepUp: NO_STEP_UP.ANSWERS,
    controls: ['reason'],
    request: mutationRequest({ chatId, reason }, {}),
    result: mutationResult({ chat: chatShape }, {}),
  },
} as const satisfies Entries)
