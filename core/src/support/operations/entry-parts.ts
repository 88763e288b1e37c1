import { timestamp } from '../../kernel/codecs/identifiers.js'
import { list } from '../../kernel/codecs/list.js'
import { runAgain } from '../../runner/domain/entries/live-readings.js'
import { readResult } from '../../runner/domain/entries/request.js'
import { attachmentShape, replyShape, signedUrl, ticketShape } from './shapes.js'

const CUSTOMERS = {
  audiences: ['customerControl'],
  keyKinds: [],
  permission: 'support.use',
  whileSuspended: true,
  controls: [],
} as const

export const SUPPORT_CHATS = { ...CUSTOMERS, tenant: 'chatId', mutation: true } as const
export const CHATS_AT_WEBSITE = {
  ...SUPPORT_CHATS,
  audiences: ['customerWebsite'],
  mutation: false,
  effect: 'reads',
  live: runAgain('act'),
} as const
export const SUPPORT_ATTACHMENTS = { ...CUSTOMERS, tenant: 'ticketId', mutation: true } as const
export const SUPPORT_TICKETS = {
  ...CUSTOMERS,
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
} as const

export const TICKET_FILE = readResult(
  {
    ticket: ticketShape,
    replies: list(replyShape, { description: 'All replies, oldest first.' }),
    attachments: list(attachmentShape, { description: 'All attachments of the ticket.' }),
  },
  {},
)

export const ATTACHMENT_DOWNLOAD = readResult(
  { downloadUrl: signedUrl, expiresAt: timestamp('Time at which the URL expires.') },
  {},
)

export const SUPPORT_OPERATORS = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.support',
  whileSuspended: true,
} as const

/** For operations that show what customers wrote, or write to them live: only for people. */
export const OPERATORS_ALONE = {
  ...SUPPORT_OPERATORS,
  audiences: ['adminConsole'],
  keyKinds: [],
  refusals: ['NotFound'],
} as const

export const READ_ALONE = { ...OPERATORS_ALONE, mutation: false, effect: 'reads', controls: [] } as const
