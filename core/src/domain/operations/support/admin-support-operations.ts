import { list } from '../../codecs/list.js'
import type { Operation } from '../entries/operation.js'
import { mutationRequest, mutationResult, pageRequest, pageResult } from '../entries/request.js'
import { waitingShape } from './shapes.js'
import { replyShape, ticketId, ticketPriority, ticketShape, ticketStatus } from './shapes.js'
import { reason, supportText } from '../fields/written-texts.js'

const ADMIN = {
  subject: 'Support',
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.support',
  whileSuspended: true,
} as const

/** What operators answer to customers (docs/contract#tickets). */
export const adminSupportOperations = {
  listSupportQueue: {
    ...ADMIN,
    summary: 'List tickets and chats that wait for an operator',
    description: 'Oldest first; with `priority` the open tickets of that priority alone.',
    mutation: false,
    controls: [],
    request: pageRequest({}, { priority: ticketPriority }),
    result: pageResult({ waiting: list(waitingShape) }),
  },
  replySupportTicket: {
    ...ADMIN,
    summary: 'Reply to a ticket',
    description: 'Without `status` an open ticket then waits for the customer, and any other stays as it is.',
    mutation: true,
    controls: ['reason'],
    refusals: ['NotFound'],
    request: mutationRequest({ ticketId, text: supportText, reason }, { status: ticketStatus }),
    result: mutationResult({ ticket: ticketShape, reply: replyShape }, {}),
  },
} as const satisfies Record<string, Operation>
