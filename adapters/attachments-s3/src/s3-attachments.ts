import { createHash } from 'node:crypto'
import type { AttachmentsUnavailable } from '@postrider/core/kernel/refusals/outage'
import { FIRST_BYTES } from '@postrider/core/support/domain/attachment-content'
import { checkAttachmentFile, MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import { contentDisposition } from '@postrider/core/support/domain/content-disposition'
import { TE } from '@postrider/core/fp'
import type { AttachmentKey, Attachments, UploadedBytes } from '@postrider/core/support/ports/attachments'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { S3Address } from './s3-address.js'
import { type S3Requests, s3Requests } from './s3-requests.js'

/** Long enough for the largest attachment over a slow line; callers don't wait longer. */
const TIMEOUT_MS = 10_000

const SHOWN = 100

export interface S3AttachmentsNeeds {
  readonly address: S3Address
  readonly clock: Clock
  /** The timeout for a complete response to one of our own requests; default 10 s. */
  readonly timeoutMs?: number
}

/** The kind and code of an error, without its address. */
const unavailable = (cause: unknown): AttachmentsUnavailable => {
  const { name, message, cause: inner } = cause as Error
  const code = (inner as NodeJS.ErrnoException | undefined)?.code ?? message
  return { _tag: 'AttachmentsUnavailable', cause: `the object store: ${name} ${code}`.slice(0, SHOWN) }
}

const refused = async (response: Response): Promise<never> => {
  await response.body?.cancel()
  throw new Error(`it responded with ${response.status}`)
}

/** The body, piece by piece; leaving the loop cancels the rest. */
const piecesOf = (response: Response): AsyncIterable<Uint8Array> | readonly Uint8Array[] =>
  (response.body as ReadableStream<Uint8Array> | null) ?? []

/** The first piece of a text, which is enough of an error. */
const startOf = async (response: Response): Promise<string> => {
  for await (const piece of piecesOf(response)) return Buffer.from(piece).toString('latin1')
  return ''
}

/**
 * Reads an object up to one byte beyond the maximum size of an attachment, and hashes it: headers prove
 * nothing.
 */
const readObject = async (response: Response): Promise<UploadedBytes> => {
  const digest = createHash('sha256')
  let sizeBytes = 0
  let firstBytes: Uint8Array = new Uint8Array()
  for await (const piece of piecesOf(response)) {
    const wanted = piece.subarray(0, MAX_ATTACHMENT_BYTES + 1 - sizeBytes)
    digest.update(wanted)
    if (firstBytes.length < FIRST_BYTES)
      firstBytes = Buffer.concat([firstBytes, wanted.subarray(0, FIRST_BYTES - firstBytes.length)])
    sizeBytes += wanted.length
    if (sizeBytes > MAX_ATTACHMENT_BYTES) break
  }
  return { sizeBytes, sha256: digest.digest('hex'), firstBytes }
}

const inspect = async (
  requests: S3Requests,
  file: AttachmentKey,
  timeoutMs: number,
): Promise<UploadedBytes | undefined> => {
  const response = await requests.ask('GET', file, timeoutMs)
  if (response.status === 200) return readObject(response)
  if (response.status !== 404) return refused(response)
  // A missing bucket contains no object either, but that is the administrator's mistake and not the uploader's.
  if ((await startOf(response)).includes('NoSuchBucket')) throw new Error('the bucket does not exist')
  return undefined
}

const remove = async (requests: S3Requests, file: AttachmentKey, timeoutMs: number): Promise<void> => {
  const response = await requests.ask('DELETE', file, timeoutMs)
  if (!response.ok && response.status !== 404) return refused(response)
  await response.body?.cancel()
}

/**
 * Stores attachments in a bucket; clients access the object store directly, with presigned addresses. Type,
 * length and checksum are signed, so that the store accepts nothing else; stored objects are still verified
 * by reading them.
 */
export const createS3Attachments = (needs: S3AttachmentsNeeds): Attachments => {
  const { timeoutMs = TIMEOUT_MS } = needs
  const requests = s3Requests(needs.address, () => needs.clock.nowMs())
  return {
    uploadTo: async (file, untilMs) => {
      if (checkAttachmentFile(file).length > 0) throw new Error('no address for a file that breaks the rules')
      const headers = {
        'Content-Type': file.contentType,
        'x-amz-checksum-sha256': Buffer.from(file.sha256, 'hex').toString('base64'),
      }
      const signed = { ...headers, 'Content-Length': String(file.sizeBytes) }
      return {
        url: await requests.presign('PUT', file, untilMs, { headers: signed }),
        method: 'PUT',
        headers,
      }
    },
    inspect: (file) => TE.tryCatch(() => inspect(requests, file, timeoutMs), unavailable),
    downloadFrom: async (file, untilMs) => {
      const query = {
        'response-content-disposition': contentDisposition(file.fileName),
        'response-content-type': file.contentType,
        'response-cache-control': 'no-store',
      }
      return { url: await requests.presign('GET', file, untilMs, { query }), method: 'GET', headers: {} }
    },
    remove: (file) => TE.tryCatch(() => remove(requests, file, timeoutMs), unavailable),
  }
}
