import { list } from '../../codecs/list.js'
import type { Operation } from '../entries/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../entries/request.js'
import {
  attachmentShape,
  replyShape,
  ticketCategory,
  ticketId,
  ticketPriority,
  ticketShape,
  ticketStatus,
} from './shapes.js'
import { organizationId } from '../fields/places.js'
import { subject, supportText } from '../fields/written-texts.js'

const TICKETS = {
  subject: 'Support',
  audiences: ['customerControl', 'customerAgent'],
  keyKinds: ['customer'],
  permission: 'support.use',
  whileSuspended: true,
  controls: [],
} as const

/** Requests for help that are kept until they are solved (docs/contract#tickets). */
export const ticketOperations = {
  createSupportTicket: {
    ...TICKETS,
    summary: 'Open a ticket',
    tenant: 'organizationId',
    mutation: true,
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
    request: pageRequest({ organizationId }, { status: ticketStatus }),
    result: pageResult({ tickets: list(ticketShape) }),
  },
  getCustomerSupportTicket: {
    ...TICKETS,
    summary: 'Read a ticket with its replies and attachments',
    tenant: 'ticketId',
    mutation: false,
    request: readRequest({ ticketId }, {}),
    result: readResult(
      { ticket: ticketShape, replies: list(replyShape), attachments: list(attachmentShape) },
      {},
    ),
  },
  appendCustomerSupportReply: {
    ...TICKETS,
    summary: 'Add to a ticket',
    description: 'A ticket that was closed opens again.',
    tenant: 'ticketId',
    mutation: true,
    request: mutationRequest({ ticketId, text: supportText }, {}),
    result: mutationResult({ reply: replyShape }, {}),
  },
} as const satisfies Record<string, Operation>
