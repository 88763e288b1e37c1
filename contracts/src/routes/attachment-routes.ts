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
      'Sent to the address that `generateAttachmentUploadUrl` answers, with its headers, and without a credential: the ' +
      'address takes one file alone, until it expires. The same upload again answers the same. An address that was ' +
      'changed or has expired answers like an unknown attachment.',
    boundary: 'none',
    isSignedAddress: true,
    request: { path: attachmentPath, query: signedAddressQuery },
    bytes: ATTACHMENT_TYPES,
    answers: [{ status: 204, description: 'The file is kept.', contentTypes: [] }],
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
      'At the address that `getTicketAttachmentDownloadUrl` answers, without a credential. An address that was changed ' +
      'or has expired answers like an unknown attachment.',
    boundary: 'none',
    isSignedAddress: true,
    request: { path: attachmentPath, query: signedAddressQuery },
    answers: [
      {
        status: 200,
        description: 'The file, to be saved and never shown.',
        contentTypes: ATTACHMENT_TYPES,
        headers: {
          'Content-Disposition': { description: '`attachment` and the name of the file (RFC 6266).' },
          'Content-Security-Policy': { description: 'Forbids everything: no browser runs the file.' },
          'Cross-Origin-Resource-Policy': {
            description: 'No page of another origin loads it.',
            values: ['same-origin'],
          },
        },
      },
    ],
    errors: ['not_found', ...brokenHere],
    bodyLimitBytes: 0,
  },
} as const satisfies Record<string, Route>
