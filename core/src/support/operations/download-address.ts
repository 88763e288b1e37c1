import { type Attachment, DOWNLOAD_MS } from '../domain/attachment.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { StoredFile, Attachments } from '../ports/attachments.js'
import type { SupportStorage } from '../ports/support-storage.js'
import { absent, type AuthorizedCall, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'

/** An attachment in the form of the attachment storage. */
export const fileOf = (attachment: Attachment): StoredFile => {
  const { attachmentId, organizationId, fileName, contentType, sizeBytes, sha256 } = attachment
  return { attachmentId, organizationId, fileName, contentType, sizeBytes, sha256 }
}

interface Needs {
  readonly storage: { readonly support: SupportStorage }
  readonly attachments: Attachments
}

/** Creates the download URL of a file on the ticket, for its customer and for super admins. */
export const readDownloadAddress = async (
  { request, nowMs }: AuthorizedCall<{ readonly ticketId: string; readonly attachmentId: string }>,
  { storage, attachments }: Needs,
) => {
  const attachmentId = knownId('att', request.attachmentId)
  if (E.isLeft(attachmentId)) return attachmentId
  const read = await storage.support.attachment(attachmentId.right)()
  if (E.isLeft(read)) return read
  const { epoch, value: attachment } = read.right
  if (attachment === undefined || attachment.ticketId !== request.ticketId) return absent(epoch)
  const untilMs = nowMs + DOWNLOAD_MS
  const { url } = await attachments.downloadFrom(fileOf(attachment), untilMs)
  return shown(epoch, { downloadUrl: url, expiresAt: isoTime(untilMs) }, attachment.organizationId)
}
