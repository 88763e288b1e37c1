import { reading } from '../../runner/use-cases/implementation.js'
import { readDownloadAddress } from './download-address.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_ATTACHMENTS, ATTACHMENT_DOWNLOAD } from './entry-parts.js'
import { readRequest } from '../../runner/domain/entries/request.js'
import { ticketId, attachmentId } from './shapes.js'

/** The download URL of a file on this ticket. */
export const getTicketAttachmentDownloadUrlEntry = entryOf('Support', 'getTicketAttachmentDownloadUrl', {
  ...SUPPORT_ATTACHMENTS,
  summary: 'Get the download URL of an attachment',
  description: 'The URL works for 5 minutes.',
  success: 'The signed download URL.',
  mutation: false,
  effect: 'reads',
  request: readRequest({ ticketId, attachmentId }, {}),
  result: ATTACHMENT_DOWNLOAD,
})

export const getTicketAttachmentDownloadUrl = reading(getTicketAttachmentDownloadUrlEntry, {
  read: readDownloadAddress,
})
