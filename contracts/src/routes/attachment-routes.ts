import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import { attachmentPath, signedAddressQuery } from '../support/signed-address.js'
import { brokenHere } from './answers.js'
import type { Route } from './route.js'

/** The routes for uploading and downloading attachments by signed addresses. */
export const attachmentRoutes = {
  uploadAttachment: {
    method: 'PUT',
    path: '/v1/attachments/{attachmentId}',
    operationId: 'uploadAttachment',
    tag: 'Support',
    summary: 'Upload the bytes of an attachment',
    description:
      'Send the bytes to the URL that `generateAttachmentUploadUrl` returned, with the headers from there and without a credential. The URL accepts only that file, until it expires. Repeating the same upload returns the same response. A changed or expired URL gets `not_found`.',
    boundary: 'none',
    isSignedAddress: true,
    request: { path: attachmentPath, query: signedAddressQuery },
    bytes: ATTACHMENT_TYPES,
    answers: [{ status: 204, description: 'The file is stored.', contentTypes: [] }],
    errors: ['invalid_request', 'not_found', 'conflict', 'payload_too_large', ...brokenHere],
    bodyLimitBytes: MAX_ATTACHMENT_BYTES,
  },
  downloadAttachment: {
    method: 'GET',
    path: '/v1/attachments/{attachmentId}',
    operationId: 'downloadAttachment',
    tag: 'Support',
    summary: 'Download an attachment',
    description:
      'Call the URL that `getTicketAttachmentDownloadUrl` returned, without a credential. A changed or expired URL gets `not_found`.',
    boundary: 'none',
    isSignedAddress: true,
    request: { path: attachmentPath, query: signedAddressQuery },
    answers: [
      {
        status: 200,
        description: 'The bytes of the file, to be saved rather than displayed.',
        contentTypes: ATTACHMENT_TYPES,
        headers: {
          'Content-Disposition': {
            description: '`attachment` and the name of the file (RFC 6266).',
            example: 'attachment; filename="log.txt"',
          },
          'Content-Security-Policy': {
            description: 'Forbids everything, so that no browser runs the file.',
            example: "default-src 'none'; sandbox; frame-ancestors 'none'",
          },
          'Cross-Origin-Resource-Policy': {
            description: "`same-origin`: pages of other origins can't load the file.",
            values: ['same-origin'],
          },
        },
      },
    ],
    errors: ['not_found', ...brokenHere],
    bodyLimitBytes: 0,
  },
} as const satisfies Record<string, Route>
