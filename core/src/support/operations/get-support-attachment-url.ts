import { reading } from '../../runner/use-cases/implementation.js'
import { readDownloadAddress } from './download-address.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { READ_ALONE, ATTACHMENT_DOWNLOAD } from './entry-parts.js'
import { readRequest } from '../../runner/domain/entries/request.js'
import { ticketId, attachmentId as attachmentIdField } from './shapes.js'

/** The download URL of a file on a ticket of any Organization. */
export const getSupportAttachmentUrlEntry = entryOf('Support', 'getSupportAttachmentUrl', {
  ...READ_ALONE,
  summary: 'Get the download URL of an attachment',
  description: 'The URL works for 5 minutes.',
  request: readRequest({ ticketId, attachmentId: attachmentIdField }, {}),
  result: ATTACHMENT_DOWNLOAD,
})

export const getSupportAttachmentUrl = reading(getSupportAttachmentUrlEntry, {
  accesses: ({ attachmentId }) => attachmentId,
  read: readDownloadAddress,
})
