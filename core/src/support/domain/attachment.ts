import type { AttachmentId, OrganizationId, TicketId, UserId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../kernel/time/epoch-ms.js'

/** How long an upload address works (docs/contract#attachments). */
export const UPLOAD_MS = 15 * MINUTE_MS

/** How long a download address works (docs/contract#attachments). */
export const DOWNLOAD_MS = 5 * MINUTE_MS

/** After so long an attachment that is on no ticket is removed. */
export const ABANDONED_MS = DAY_MS

/**
 * For so long an attachment can be registered. The hour between keeps apart who registers one and who removes its
 * bytes, which no transaction could: clocks differ, and commits take their time.
 */
export const REGISTRABLE_MS = ABANDONED_MS - HOUR_MS

/** A file that belongs to a ticket, or may soon: what it was announced as. Its bytes are kept elsewhere. */
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

/** An attachment that is on a ticket. */
export interface RegisteredAttachment extends Attachment {
  readonly ticketId: TicketId
  readonly registeredAtMs: EpochMs
}

/** Whether the attachment is on a ticket. */
export const isRegistered = (attachment: Attachment): attachment is RegisteredAttachment =>
  attachment.ticketId !== undefined && attachment.registeredAtMs !== undefined
