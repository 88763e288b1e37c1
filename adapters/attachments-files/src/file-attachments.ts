import { rm } from 'node:fs/promises'
import type { AttachmentsUnavailable } from '@postrider/core/kernel/refusals/outage'
import { checkAttachmentFile } from '@postrider/core/support/domain/attachment-file'
import { E, TE } from '@postrider/core/fp'
import type { AttachmentGateway, OpenFile } from '@postrider/core/support/ports/attachment-gateway'
import type { Attachments, StoredFile } from '@postrider/core/support/ports/attachments'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { freeShareOf, LEAST_FREE_SHARE } from './disk-room.js'
import { filePaths } from './file-paths.js'
import { inspectFile, openIfThere, piecesOf } from './read-file.js'
import { makeFolder, receiveFile } from './receive-file.js'
import { addressSigner } from './signed-address.js'
import { sweepParts } from './sweep-parts.js'

export interface FileAttachmentsNeeds {
  /** The folder; created on first use. Processes that share it see the same files. */
  readonly directory: string
  /** 32 bytes; the same for all processes that accept each other's addresses. */
  readonly key: Uint8Array
  /** The API's address for clients, for example `https://api.example.com`; no path. */
  readonly publicUrl: string
  readonly clock: Clock
  /** The free share of the disk under a folder; default: as the operating system reports it. */
  readonly freeShare?: (directory: string) => Promise<number>
}

/** Attachments in a folder, and the gateway that the HTTP host serves them through. */
export interface FileAttachments {
  readonly attachments: Attachments
  readonly gateway: AttachmentGateway
}

/**
 * An error of the operating system, by its code only, because its message contains paths. Anything else is a
 * bug.
 */
const unavailable = (cause: unknown): AttachmentsUnavailable => {
  const { code } = cause as NodeJS.ErrnoException
  if (typeof code !== 'string') throw cause
  return { _tag: 'AttachmentsUnavailable', cause: `the attachment folder is not usable: ${code}` }
}

const onDisk = <A>(run: () => Promise<A>): TE.TaskEither<AttachmentsUnavailable, A> =>
  TE.tryCatch(run, unavailable)

const NO_ROOM: AttachmentsUnavailable = {
  _tag: 'AttachmentsUnavailable',
  cause: 'less than 10 % of the disk is free, so uploads are refused',
}

/** A file of another size isn't the announced file. */
const openToSend = async (path: string, { sizeBytes }: StoredFile): Promise<OpenFile | undefined> => {
  const file = await openIfThere(path)
  if (file === undefined) return undefined
  const { size } = await file.stat()
  if (size === sizeBytes) return { sizeBytes, bytes: piecesOf(file, sizeBytes), close: () => file.close() }
  await file.close()
  return undefined
}

/**
 * Stores attachments in a folder, with a subfolder for each Organization, behind addresses of this service's
 * own API.
 */
export const createFileAttachments = (needs: FileAttachmentsNeeds): FileAttachments => {
  const { clock, freeShare = freeShareOf } = needs
  const places = filePaths(needs.directory)
  const signer = addressSigner(needs.key, needs.publicUrl)
  let swept: Promise<void> | undefined

  const attachments: Attachments = {
    uploadTo: async (file, untilMs) => {
      if (checkAttachmentFile(file).length > 0) throw new Error('no address for a file that breaks the rules')
      const url = signer.addressOf('PUT', file, untilMs)
      return { url, method: 'PUT', headers: { 'Content-Type': file.contentType } }
    },
    inspect: (file) => {
      const path = places.wholeOf(file)
      return onDisk(() => inspectFile(path))
    },
    downloadFrom: async (file, untilMs) => ({
      url: signer.addressOf('GET', file, untilMs),
      method: 'GET',
      headers: {},
    }),
    remove: (file) => {
      const path = places.wholeOf(file)
      return onDisk(() => rm(path, { force: true }))
    },
  }

  const gateway: AttachmentGateway = {
    recognize: (method, attachmentId, seal) => signer.fileOf(method, attachmentId, seal, clock.nowMs()),
    receive: (file, bytes) => async () => {
      const share = await onDisk(async () => {
        await makeFolder(places.incoming)
        swept ??= sweepParts(places.incoming, clock.nowMs())
        await swept
        return freeShare(places.incoming)
      })()
      if (E.isLeft(share)) return share
      if (share.right < LEAST_FREE_SHARE) return E.left(NO_ROOM)
      return onDisk(() => receiveFile(places, file, bytes))()
    },
    open: (file) => onDisk(() => openToSend(places.wholeOf(file), file)),
  }
  return { attachments, gateway }
}
