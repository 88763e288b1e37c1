import type { AttachmentId, OrganizationId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { AttachmentsUnavailable } from '../../kernel/refusals/outage.js'
import type { AttachmentFile } from '../domain/attachment-file.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Identifies a file. An Organization's file is unknown under any other Organization. */
export interface AttachmentKey {
  readonly attachmentId: AttachmentId
  readonly organizationId: OrganizationId
}

/** A stored or announced file: its key and its announced properties. */
export interface StoredFile extends AttachmentKey, AttachmentFile {}

/** A request that its holder can make without a credential. */
export interface SignedRequest {
  readonly url: string
  readonly method: 'PUT' | 'GET'
  /** Must be sent exactly like this; every client adds Host and Content-Length itself. */
  readonly headers: Readonly<Record<string, string>>
}

/** The properties of uploaded bytes, computed from the bytes. */
export interface UploadedBytes {
  readonly sizeBytes: number
  readonly sha256: Digest
  /** The first `FIRST_BYTES` of them, or all if there are fewer. */
  readonly firstBytes: Uint8Array
}

/**
 * Stores the bytes of attachments outside the database; they never pass through a use case. Adapters:
 * attachments-files, attachments-s3.
 * @example
 * ```ts
 * import { TE } from '@postrider/core/fp'
 * import type { Attachments, SignedRequest, StoredFile, UploadedBytes } from '@postrider/core/support/ports/attachments'
 *
 * // What the client of your file server can do.
 * declare const files: {
 *   sign(method: 'PUT' | 'GET', file: StoredFile, untilMs: number): Promise<SignedRequest>
 *   digest(name: string): Promise<UploadedBytes | undefined>
 *   delete(name: string): Promise<void>
 * }
 *
 * const unavailable = (cause: unknown) => ({ _tag: 'AttachmentsUnavailable' as const, cause: String(cause) })
 * const attachments: Attachments = {
 *   uploadTo: (file, untilMs) => files.sign('PUT', file, untilMs),
 *   downloadFrom: (file, untilMs) => files.sign('GET', file, untilMs),
 *   inspect: ({ organizationId, attachmentId }) =>
 *     TE.tryCatch(() => files.digest(`${organizationId}/${attachmentId}`), unavailable),
 *   remove: ({ organizationId, attachmentId }) =>
 *     TE.tryCatch(() => files.delete(`${organizationId}/${attachmentId}`), unavailable),
 * }
 * ```
 */
export interface Attachments {
  /**
   * A URL that accepts exactly these bytes, with this content type, until that time, from anyone who has it.
   * Uploading the same bytes again changes nothing. Rejects if the file breaks the rules of
   * `checkAttachmentFile`: a bug.
   */
  uploadTo(file: StoredFile, untilMs: EpochMs): Promise<SignedRequest>
  /**
   * The size, SHA-256 and first bytes of the upload, computed from the bytes themselves; undefined if nothing
   * was uploaded. If there are more than MAX_ATTACHMENT_BYTES, only one byte more is read, and the result
   * covers only those.
   */
  inspect(file: AttachmentKey): TE.TaskEither<AttachmentsUnavailable, UploadedBytes | undefined>
  /** A URL that returns the bytes until that time, as a download that browsers neither show nor run. */
  downloadFrom(file: StoredFile, untilMs: EpochMs): Promise<SignedRequest>
  /** Removes the bytes; succeeds if they don't exist. */
  remove(file: AttachmentKey): TE.TaskEither<AttachmentsUnavailable, void>
}
