import type { AttachmentsUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { SignedRequest, StoredFile } from './attachments.js'

/** The parts of a signed URL besides the attachment's id: its query parameters, unchanged. */
export interface AddressSeal {
  readonly grant: string
  readonly signature: string
}

/**
 * The result of an upload. `Kept`: the bytes are on disk, or already were. `Mismatch`: the bytes don't match
 * the URL. `Occupied`: other bytes are stored under this id. `BrokenOff`: the upload was interrupted. Only
 * `Kept` leaves a file.
 */
export type Received = 'Kept' | 'Mismatch' | 'Occupied' | 'BrokenOff'

/** A file that is open for reading. */
export interface OpenFile {
  readonly sizeBytes: number
  readonly bytes: AsyncIterable<Uint8Array>
  /** Call it once, whether or not the bytes were read to the end. */
  close(): Promise<void>
}

/**
 * Receives and serves attachments over HTTP if no other server does: the HTTP host needs it if Postrider
 * itself stores attachments. Adapter: attachments-files; attachments-s3 doesn't need one.
 */
export interface AttachmentGateway {
  /** The file that a request is for; undefined if its signature is wrong, expired, or for another method. */
  recognize(method: SignedRequest['method'], attachmentId: string, seal: AddressSeal): StoredFile | undefined
  /**
   * Stores the bytes of a file as they arrive, no faster than they can be written, and no more than the
   * announced size. A file is visible only once it is completely on disk with the announced size and digest.
   * AttachmentsUnavailable while less than 10 % of the disk is free, because the database needs space too
   * (docs/api/limits#quotas).
   */
  receive(file: StoredFile, bytes: AsyncIterable<Uint8Array>): TE.TaskEither<AttachmentsUnavailable, Received>
  /** Opens a file for download; undefined if it doesn't exist. */
  open(file: StoredFile): TE.TaskEither<AttachmentsUnavailable, OpenFile | undefined>
}
