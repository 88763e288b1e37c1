import { flag } from '../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { integer } from '../../kernel/codecs/integer.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { list } from '../../kernel/codecs/list.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { CHAT_STATUSES } from '../domain/chat.js'
import { TICKET_CATEGORIES, TICKET_PRIORITIES, TICKET_STATUSES } from '../domain/ticket.js'
import { userId } from '../../runner/domain/fields/people.js'
import { organizationBalanceShape } from '../../tenancy/operations/organizations/shapes.js'
import { appId, environment, organizationId } from '../../runner/domain/fields/tenancy.js'

export const chatId = identifier('The chat.', 'cht_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const ticketId = identifier('The ticket.', 'tkt_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const attachmentId = identifier('The attachment.', 'att_01k9x7c2v5n8q4r6t0w3y1z5bd')

export const ticketCategory = literalUnion(TICKET_CATEGORIES)
export const ticketPriority = literalUnion(TICKET_PRIORITIES)
export const ticketStatus = literalUnion(TICKET_STATUSES)

const subject = text({ description: 'What it is about.', example: 'Messages to Kenya arrive late' })
const messageText = text({
  description: 'What was said.',
  example: 'Since this morning they take ten minutes.',
})
const author = literalUnion(['customer', 'operator'], { description: 'Which side said it.' })
const at = timestamp('When it was said.')

/** A conversation with an operator (docs/contract#chats). */
export const chatShape = open(
  {
    chatId,
    organizationId,
    subject,
    status: literalUnion(CHAT_STATUSES),
    createdAt: timestamp('When it was begun.'),
    updatedAt: timestamp('When it last changed.'),
  },
  { ticketId },
  { name: 'Chat', description: 'A conversation with an operator; `ticketId` is the ticket it became.' },
)

/** A message in a chat (docs/contract#chats). */
export const chatMessageShape = open(
  {
    chatMessageId: identifier('The message of the chat.', 'chm_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    chatId,
    author,
    text: messageText,
    at,
  },
  {},
  { name: 'ChatMessage' },
)

/** A request for help (docs/contract#tickets). */
export const ticketShape = open(
  {
    ticketId,
    organizationId,
    subject,
    category: ticketCategory,
    priority: ticketPriority,
    status: ticketStatus,
    createdAt: timestamp('When it was opened.'),
    updatedAt: timestamp('When it last changed.'),
  },
  { chatId },
  { name: 'Ticket', description: 'A request for help; `chatId` is the chat it grew out of.' },
)

/** A reply on a ticket; the first one is the text that it was opened with (docs/contract#tickets). */
export const replyShape = open(
  {
    replyId: identifier('The reply.', 'rpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    ticketId,
    author,
    text: messageText,
    at,
  },
  {},
  { name: 'Reply', description: 'Something said on a ticket.' },
)

/** The search text for tickets: one line. */
export const ticketSearchText = text({
  minLength: 1,
  maxLength: 200,
  oneLine: true,
  visible: true,
  description:
    'A ticket id, or words. A ticket is found if it has a word that begins with each of them, whatever their case and ' +
    'accents. Words of one character and all after the eighth are ignored.',
  example: 'late kenya',
})

/** The fields that a ticket search returns in addition to the tickets. */
export const ticketSearchFields = {
  isIndexed: flag({
    description:
      'False while tickets that changed over a minute ago are still being added to the search index.',
  }),
} as const

/** SHA-256 of a file. */
export const fileSha256 = text({
  pattern: /^[0-9a-f]{64}$/,
  description: 'SHA-256 of the bytes, in lower-case hexadecimal.',
  example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
})

/** A file on a ticket (docs/contract#attachments). */
export const attachmentShape = open(
  {
    attachmentId,
    ticketId,
    fileName: text({ example: 'log.txt' }),
    contentType: text({ example: 'text/plain' }),
    sizeBytes: integer({ min: 1, example: 1024 }),
    sha256: fileSha256,
    createdAt: timestamp('When it was announced.'),
    registeredAt: timestamp('Since when it stands beside the ticket.'),
  },
  {},
  { name: 'Attachment', description: 'A file beside a ticket.' },
)

/** A ticket or chat that waits for support. */
export const waitingShape = open(
  { kind: literalUnion(['ticket', 'chat']) },
  { ticket: ticketShape, chat: chatShape },
  { name: 'Waiting', description: 'A ticket or a chat that waits for an operator.' },
)

/** A ticket or chat of any status, and the super admin it is assigned to (docs/contract#tickets). */
export const supportCaseShape = open(
  { kind: literalUnion(['ticket', 'chat']), operatorId: nullable(userId) },
  { ticket: ticketShape, chat: chatShape },
  {
    name: 'SupportCase',
    description:
      'A ticket or a chat; `operatorId` is the super admin to whom it is assigned, null while it is unassigned.',
  },
)

/** The customer of a ticket or a chat, as support sees them. */
export const supportCustomerFields = {
  organizationId,
  displayName: text({ description: 'The name of the Organization.', example: 'Acme' }),
  status: literalUnion(['active', 'suspended']),
  apps: list(
    open(
      {
        appId,
        name: text({ description: 'The name of the app.', example: 'Shop' }),
        environment,
        status: literalUnion(['active', 'disabled']),
      },
      {},
    ),
  ),
  balances: list(organizationBalanceShape, { description: 'Its money by environment and currency.' }),
} as const

/** A signed URL for the bytes of a file. */
export const signedUrl = text({
  description: 'Whoever has it may use it until it expires.',
  example: 'https://files.example.com/att_01k9x7c2v5n8q4r6t0w3y1z5bd?signature=…',
})
