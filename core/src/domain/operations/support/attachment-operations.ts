import { timestamp } from '../../codecs/identifiers.js'
import { integer } from '../../codecs/integer.js'
import { literalUnion } from '../../codecs/literal-union.js'
import { textMap } from '../../codecs/text-map.js'
import { text } from '../../codecs/text.js'
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../../support/attachment-file.js'
import type { Operation } from '../entries/operation.js'
import { mutationRequest, mutationResult, readRequest, readResult } from '../entries/request.js'
import { attachmentId, attachmentShape, sha256, ticketId } from './shapes.js'
import { organizationId } from '../fields/places.js'

const ATTACHMENTS = {
  subject: 'Support',
  audiences: ['customerControl'],
  keyKinds: [],
  tenant: 'ticketId',
  permission: 'support.use',
  mutation: true,
  whileSuspended: true,
  controls: [],
} as const

const signedUrl = text({
  description: 'Whoever has it may use it until it expires.',
  example: 'https://files.example.com/att_01k9x7c2v5n8q4r6t0w3y1z5bd?signature=…',
})

/** Files beside tickets; their bytes go to and from addresses of their own (docs/contract#attachments). */
export const attachmentOperations = {
  generateAttachmentUploadUrl: {
    ...ATTACHMENTS,
    summary: 'Announce a file, and get the address to upload it to',
    description: 'The address works for 15 minutes, and for a file of just this size and digest.',
    tenant: 'organizationId',
    request: mutationRequest(
      {
        organizationId,
        fileName: text({ minLength: 1, maxLength: 255, oneLine: true, example: 'log.txt' }),
        contentType: literalUnion(ATTACHMENT_TYPES, { description: 'What the upload says it is.' }),
        sizeBytes: integer({ min: 1, max: MAX_ATTACHMENT_BYTES, example: 1024 }),
        sha256,
      },
      {},
    ),
    result: mutationResult(
      {
        attachmentId,
        uploadUrl: signedUrl,
        method: literalUnion(['PUT'], { description: 'The method of the upload.' }),
        headers: textMap(text({ minLength: 1 }), text(), {
          maxEntries: 20,
          description: 'The headers that the upload must have.',
        }),
        expiresAt: timestamp('Until when the address works.'),
      },
      {},
    ),
  },
  registerTicketAttachment: {
    ...ATTACHMENTS,
    summary: 'Put an uploaded file beside a ticket',
    description: 'Its size and digest are checked first.',
    request: mutationRequest({ ticketId, attachmentId }, {}),
    result: mutationResult({ attachment: attachmentShape }, {}),
  },
  getTicketAttachmentDownloadUrl: {
    ...ATTACHMENTS,
    summary: 'Get the address to download a file from',
    description: 'It works for 5 minutes.',
    mutation: false,
    request: readRequest({ ticketId, attachmentId }, {}),
    result: readResult({ downloadUrl: signedUrl, expiresAt: timestamp('Until when the address works.') }, {}),
  },
} as const satisfies Record<string, Operation>
