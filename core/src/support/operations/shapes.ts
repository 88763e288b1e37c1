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

export const chatId = identifier('ID of the chat; starts with `cht_`.', 'cht_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const ticketId = identifier('ID of the ticket; starts with `tkt_`.', 'tkt_01k9x7c2v5n8q4r6t0w3y1z5bd')
export const attachmentId = identifier(
  'ID of the attachment; starts with `att_`.',
  'att_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

export const ticketCategory = literalUnion(TICKET_CATEGORIES, { description: 'Subject area of the ticket.' })
export const ticketPriority = literalUnion(TICKET_PRIORITIES, {
  description: 'Priority of the ticket, from `low` to `urgent`.',
})
export const ticketStatus = literalUnion(TICKET_STATUSES, {
  description:
    '`open`: waits for support. `waiting_customer`: waits for the customer. `resolved` and `closed`: finished; a reply of the customer reopens it.',
})

const subject = text({
  description: 'Subject of the ticket or chat.',
  example: 'Messages to Kenya arrive late',
})
const messageText = text({
  description: 'Text of the message or reply.',
  example: 'Since this morning they take ten minutes.',
})
const author = literalUnion(['customer', 'operator'], {
  description: 'Side that wrote it: the customer, or support (`operator`).',
})
const at = timestamp('Time at which it was written.')

/** A conversation with a super admin (docs/api/support#chats). */
export const chatShape = open(
  {
    chatId,
    organizationId,
    subject,
    status: literalUnion(CHAT_STATUSES, {
      description:
        '`waiting`: no one in support has claimed it. `active`: in progress. `closed`: finished. `escalated`: turned into a ticket.',
    }),
    createdAt: timestamp('Time at which the chat was started.'),
    updatedAt: timestamp('Time of the last change.'),
  },
  { ticketId },
  {
    name: 'Chat',
    description: 'A conversation with support. `ticketId` is the ticket that it was turned into.',
  },
)

/** A message in a chat (docs/api/support#chats). */
export const chatMessageShape = open(
  {
    chatMessageId: identifier(
      'ID of the chat message; starts with `chm_`.',
      'chm_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    chatId,
    author,
    text: messageText,
    at,
  },
  {},
  { name: 'ChatMessage', description: 'A message in a chat.' },
)

/** A request for help (docs/api/support#tickets). */
export const ticketShape = open(
  {
    ticketId,
    organizationId,
    subject,
    category: ticketCategory,
    priority: ticketPriority,
    status: ticketStatus,
    createdAt: timestamp('Time at which the ticket was opened.'),
    updatedAt: timestamp('Time of the last change.'),
  },
  { chatId },
  { name: 'Ticket', description: 'A support request. `chatId` is the chat that it was created from.' },
)

/** A reply on a ticket; the first one is the text that it was opened with (docs/api/support#tickets). */
export const replyShape = open(
  {
    replyId: identifier('ID of the reply; starts with `rpl_`.', 'rpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    ticketId,
    author,
    text: messageText,
    at,
  },
  {},
  { name: 'Reply', description: 'A reply in a ticket.' },
)

/** The search text for tickets: one line. */
export const ticketSearchText = text({
  minLength: 1,
  maxLength: 200,
  oneLine: true,
  visible: true,
  description:
    'A ticket ID, or words. Each word matches the start of a word in the ticket, regardless of case and accents. Words of one character and words after the eighth are ignored.',
  example: 'late kenya',
})

/** The fields that a ticket search returns in addition to the tickets. */
export const ticketSearchFields = {
  isIndexed: flag({
    description: '`false` while tickets that changed more than a minute ago are still being indexed.',
  }),
} as const

/** SHA-256 of a file. */
export const fileSha256 = text({
  pattern: /^[0-9a-f]{64}$/,
  description: 'SHA-256 of the bytes, in lowercase hexadecimal.',
  example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
})

/** A file on a ticket (docs/api/support#attachments). */
export const attachmentShape = open(
  {
    attachmentId,
    ticketId,
    fileName: text({ description: 'Name of the file.', example: 'log.txt' }),
    contentType: text({ description: 'Media type of the file.', example: 'text/plain' }),
    sizeBytes: integer({ min: 1, description: 'Size of the file in bytes.', example: 1024 }),
    sha256: fileSha256,
    createdAt: timestamp('Time at which it was announced.'),
    registeredAt: timestamp('Time at which it was attached to the ticket.'),
  },
  {},
  { name: 'Attachment', description: 'A file that is attached to a ticket.' },
)

/** A ticket or chat that waits for support. */
export const waitingShape = open(
  { kind: literalUnion(['ticket', 'chat'], { description: 'Whether it is a ticket or a chat.' }) },
  { ticket: ticketShape, chat: chatShape },
  { name: 'Waiting', description: 'A ticket or chat that waits for support.' },
)

/** A ticket or chat of any status, and the super admin it is assigned to (docs/api/support#tickets). */
export const supportCaseShape = open(
  {
    kind: literalUnion(['ticket', 'chat'], { description: 'Whether it is a ticket or a chat.' }),
    operatorId: nullable(userId),
  },
  { ticket: ticketShape, chat: chatShape },
  {
    name: 'SupportCase',
    description:
      'A ticket or chat. `operatorId` is the super admin that it is assigned to; null while it is unassigned.',
  },
)

/** The customer of a ticket or a chat, as support sees them. */
export const supportCustomerFields = {
  organizationId,
  displayName: text({ description: 'Name of the Organization.', example: 'Acme' }),
  status: literalUnion(['active', 'suspended'], {
    description: "`suspended` Organizations can't send; `active` ones can.",
  }),
  apps: list(
    open(
      {
        appId,
        name: text({ description: 'Name of the app.', example: 'Shop' }),
        environment,
        status: literalUnion(['active', 'disabled'], {
          description: "`disabled` apps can't send; `active` ones can.",
        }),
      },
      {},
    ),
    { description: 'The apps of the Organization.' },
  ),
  balances: list(organizationBalanceShape, { description: 'Balances by environment and currency.' }),
} as const

/** A signed URL for the bytes of a file. */
export const signedUrl = text({
  description: 'Signed URL. Anyone who has it can use it until it expires.',
  example: 'https://files.example.com/att_01k9x7c2v5n8q4r6t0w3y1z5bd?signature=…',
})
