import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { extensionProblems } from '../domain/attachment-content.js'
import { checkAttachmentFile, ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../domain/attachment-file.js'
import { type Attachment, UPLOAD_MS } from '../domain/attachment.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { fileOf } from './download-address.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_ATTACHMENTS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { text } from '../../kernel/codecs/text.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { integer } from '../../kernel/codecs/integer.js'
import { fileSha256, attachmentId as attachmentIdField, signedUrl } from './shapes.js'
import { textMap } from '../../kernel/codecs/text-map.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'

/**
 * Announces a file and returns its upload URL. Conflict if the Organization has too many announced files
 * without a ticket, or if all its files would exceed its total size.
 */
export const generateAttachmentUploadUrlEntry = entryOf('Support', 'generateAttachmentUploadUrl', {
  ...SUPPORT_ATTACHMENTS,
  effect: 'adds',
  quotas: ['announcedFiles', 'fileBytes'],
  summary: 'Announce an attachment and get its upload URL',
  description: 'The URL works for 15 minutes, and only for a file with exactly this size and digest.',
  success: 'The attachment is announced. Upload its bytes to the URL.',
  tenant: 'organizationId',
  request: mutationRequest(
    {
      organizationId: organizationIdField,
      fileName: text({
        minLength: 1,
        maxLength: 255,
        oneLine: true,
        description: 'Name of the file.',
        example: 'log.txt',
      }),
      contentType: literalUnion(ATTACHMENT_TYPES, {
        description: 'Media type of the file; the upload must have the same.',
      }),
      sizeBytes: integer({
        min: 1,
        max: MAX_ATTACHMENT_BYTES,
        description: 'Exact size of the file in bytes.',
        example: 1024,
      }),
      sha256: fileSha256,
    },
    {},
  ),
  result: mutationResult(
    {
      attachmentId: attachmentIdField,
      uploadUrl: signedUrl,
      method: literalUnion(['PUT'], { description: 'HTTP method of the upload.' }),
      headers: textMap(text({ minLength: 1, example: 'content-type' }), text({ example: 'text/plain' }), {
        maxEntries: 20,
        description: 'Headers that the upload must have.',
      }),
      expiresAt: timestamp('Time at which the URL expires.'),
    },
    {},
  ),
})

/**
 * Whether the Organization may announce another file of this size; Conflict names the quota that it would
 * exceed.
 */
const checkRoom = async (
  unit: UnitOfWork,
  organizationId: Attachment['organizationId'],
  sizeBytes: number,
): Promise<E.Either<Refusal, undefined>> => {
  // Locked from here on: of two files that are announced at once, the second counts the first.
  await unit.organizations.lock(organizationId)
  if ((await unit.attachments.countAnnounced(organizationId)) >= QUOTAS.announcedFiles.most)
    return E.left(quotaReached('announcedFiles'))
  const bytes = await unit.attachments.bytesOf(organizationId)
  return bytes + sizeBytes > QUOTAS.fileBytes.most ? E.left(quotaReached('fileBytes')) : E.right(undefined)
}

export const generateAttachmentUploadUrl = mutation(generateAttachmentUploadUrlEntry, {
  lock: 'shared',
  inspect: (file) => {
    const problems = checkAttachmentFile(file)
    return problems.some(({ field }) => field === '/fileName')
      ? problems
      : [...problems, ...extensionProblems(file)]
  },
  run: async (unit, call, { ids, attachments }) => {
    const { request, facts, nowMs } = call
    const { fileName, contentType, sizeBytes, sha256 } = request
    const { organizationId } = membershipOf(call).organization
    const room = await checkRoom(unit, organizationId, sizeBytes)
    if (E.isLeft(room)) return room
    const attachment: Attachment = {
      attachmentId: ids.next('att'),
      organizationId,
      ticketId: undefined,
      fileName,
      contentType,
      sizeBytes,
      sha256,
      createdBy: facts.user.userId,
      createdAtMs: nowMs,
      registeredAtMs: undefined,
    }
    const { attachmentId } = attachment
    const untilMs = nowMs + UPLOAD_MS
    // Signing needs no network and has no effect outside the unit.
    const { url, headers } = await attachments.uploadTo(fileOf(attachment), untilMs)
    unit.attachments.add(attachment)
    return E.right({
      result: {
        attachmentId,
        uploadUrl: url,
        method: 'PUT' as const,
        headers: { ...headers },
        expiresAt: isoTime(untilMs),
      },
      about: { target: attachmentId, details: { contentType, sizeBytes } },
    })
  },
})
