import type { AttachmentId, OrganizationId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { AttachmentsUnavailable } from '../../kernel/refusals/outage.js'
import type { AttachmentFile } from '../domain/attachment-file.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'

/** Which file is meant. An Organization's file is unknown under any other Organization. */
export interface AttachmentKey {
  readonly attachmentId: AttachmentId
  readonly organizationId: OrganizationId
}

/** A file that is kept or will be: which it is, and what it was announced to be. */
export interface StoredFile extends AttachmentKey, AttachmentFile {}

/** A request that its holder may make without any credential. */
export interface SignedRequest {
  readonly url: string
  readonly method: 'PUT' | 'GET'
  /** To be sent exactly so; every client adds Host and Content-Length by itself. */
  readonly headers: Readonly<Record<string, string>>
}

/** What was uploaded, by its own bytes. */
export interface UploadedBytes {
  readonly sizeBytes: number
  readonly sha256: Digest
  /** The first `FIRST_BYTES` of them, or all if there are fewer. */
  readonly firstBytes: Uint8Array
}

/**
 * Where the bytes of attachments are kept, outside the database; they never pass through a use case.
 * Adapters: attachments-files, attachments-s3.
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
   * An address that takes exactly these bytes, under this content type, until that time, from anybody who has it; the
   * same bytes again change nothing. Rejects where the file breaks the rules of `checkAttachmentFile`: a bug.
   */
  uploadTo(file: StoredFile, untilMs: EpochMs): Promise<SignedRequest>
  /**
   * What was uploaded: size, SHA-256 and start of the bytes themselves, whatever anybody says about them; undefined where
   * nothing was. Of what is longer than MAX_ATTACHMENT_BYTES one byte more is read, and so much is said.
   */
  inspect(file: AttachmentKey): TE.TaskEither<AttachmentsUnavailable, UploadedBytes | undefined>
  /** An address that gives the bytes until that time, as a download that no browser shows or runs. */
  downloadFrom(file: StoredFile, untilMs: EpochMs): Promise<SignedRequest>
  /** Removes the bytes; what is not there is removed already. */
  remove(file: AttachmentKey): TE.TaskEither<AttachmentsUnavailable, void>
}
