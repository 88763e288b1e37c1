import type { AttachmentsUnavailable } from '../../kernel/refusals/outage.js'
import type { TE } from '../../fp.js'
import type { SignedRequest, StoredFile } from './attachments.js'

/** What an address holds beside the attachment's id: the parameters of its query, as they came. */
export interface AddressSeal {
  readonly grant: string
  readonly signature: string
}

/**
 * How an upload ended. `Kept`: the bytes are on disk, or were already. `Mismatch`: other bytes than the address is
 * for. `Occupied`: under this id lie other bytes. `BrokenOff`: the bytes stopped coming. Only `Kept` leaves a file.
 */
export type Received = 'Kept' | 'Mismatch' | 'Occupied' | 'BrokenOff'

/** A file that is open for reading. */
export interface OpenFile {
  readonly sizeBytes: number
  readonly bytes: AsyncIterable<Uint8Array>
  /** To be called once, read to the end or not. */
  close(): Promise<void>
}

/**
 * Hands attachments in and out over HTTP where no other server does: what the HTTP host needs of attachments that are
 * kept by this service itself. Adapter: attachments-files; with attachments-s3 there is none.
 */
export interface AttachmentGateway {
  /** The file that a request is for; undefined where its signature is wrong, changed, of the other method or expired. */
  recognise(method: SignedRequest['method'], attachmentId: string, seal: AddressSeal): StoredFile | undefined
  /**
   * Takes the bytes of a file as they come, no faster than they can be written, and no more than it is long. A file is
   * seen only whole: on the disk, and of the size and digest that were announced. AttachmentsUnavailable while less than
   * 10 % of the disk is free, which the database needs too (docs/contract#quotas).
   */
  receive(file: StoredFile, bytes: AsyncIterable<Uint8Array>): TE.TaskEither<AttachmentsUnavailable, Received>
  /** Opens a file to be sent; undefined where there is none. */
  open(file: StoredFile): TE.TaskEither<AttachmentsUnavailable, OpenFile | undefined>
}
