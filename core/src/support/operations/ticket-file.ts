import { attachmentView, replyView, ticketView } from './views.js'
import { isRegistered } from '../domain/attachment.js'
import { E } from '../../fp.js'
import type { SupportStorage } from '../ports/support-storage.js'
import { absent, type AuthorizedCall, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'

/** Reads a ticket with its replies and attachments, for its customer and for super admins. */
export const readTicketFile = async (
  { request }: AuthorizedCall<{ readonly ticketId: string }>,
  { storage }: { readonly storage: { readonly support: SupportStorage } },
) => {
  const ticketId = knownId('tkt', request.ticketId)
  if (E.isLeft(ticketId)) return ticketId
  const read = await storage.support.ticket(ticketId.right)()
  if (E.isLeft(read)) return read
  const { epoch, value } = read.right
  if (value === undefined) return absent(epoch)
  const { ticket, replies, attachments } = value
  const result = {
    ticket: ticketView(ticket),
    replies: replies.map(replyView),
    attachments: attachments.filter(isRegistered).map(attachmentView),
  }
  return shown(epoch, result, ticket.organizationId)
}
