import type { AttachmentId, OrganizationId, TicketId, UserId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

/** How long an upload URL is valid (docs/api/support#attachments). */
export const UPLOAD_MS = 15 * MINUTE_MS

/** How long a download URL is valid (docs/api/support#attachments). */
export const DOWNLOAD_MS = 5 * MINUTE_MS

/** An attachment without a ticket is removed after this time. */
export const ABANDONED_MS = DAY_MS

/**
 * How long an attachment can be registered. The remaining hour separates registering from removing the bytes.
 * No transaction can do this, because clocks differ and commits take time.
 */
export const REGISTRABLE_MS = ABANDONED_MS - HOUR_MS

/** A file of a ticket, or a file that was announced for one. Its bytes are stored elsewhere. */
export interface Attachment {
  readonly attachmentId: AttachmentId
  readonly organizationId: OrganizationId
  /** Undefined until it is registered on a ticket. */
  readonly ticketId: TicketId | undefined
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: Digest
  readonly createdBy: UserId
  readonly createdAtMs: EpochMs
  readonly registeredAtMs: EpochMs | undefined
}

/** An attachment that belongs to a ticket. */
export interface RegisteredAttachment extends Attachment {
  readonly ticketId: TicketId
  readonly registeredAtMs: EpochMs
}

/** Whether the attachment belongs to a ticket. */
export const isRegistered = (attachment: Attachment): attachment is RegisteredAttachment =>
  attachment.ticketId !== undefined && attachment.registeredAtMs !== undefined
