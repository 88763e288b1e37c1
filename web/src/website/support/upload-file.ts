import type { RequestOf } from '@postrider/core/assembly/registry'
import { client } from '../../state/connection.js'

type Announced = RequestOf<'generateAttachmentUploadUrl'>

/** A file to attach to an organization's ticket. */
export interface UploadRequest {
  readonly ticketId: string
  readonly organizationId: string
  readonly file: File
}

/** The upload failed. */
export class UploadFailure extends Error {}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Uploads the bytes to a signed URL. `progress` is called with the share that was sent. */
const put = (
  url: string,
  headers: Readonly<Record<string, string>>,
  file: File,
  progress: (share: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total === 0 ? 1 : loaded / total),
    )
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new UploadFailure(String(request.status)))
    })
    request.addEventListener('error', () => reject(new UploadFailure('network')))
    request.send(file)
  })

/**
 * Announces a file, uploads its bytes to the returned URL, and attaches it to the ticket. Rejects with the
 * refusal of an operation, or an {@link UploadFailure}.
 */
export const uploadFile = async (
  { ticketId, organizationId, file }: UploadRequest,
  progress: (share: number) => void,
): Promise<void> => {
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const { attachmentId, uploadUrl, headers } = await client.mutate('generateAttachmentUploadUrl', {
    organizationId,
    fileName: file.name,
    // The type that the browser reports. The server decides whether it may be attached.
    contentType: file.type as Announced['contentType'],
    sizeBytes: file.size,
    sha256,
  })
  await put(uploadUrl, headers, file, progress)
  await client.mutate('registerTicketAttachment', { ticketId, attachmentId })
}
