import type { Attachments, SignedRequest } from '@postrider/core/support/ports/attachments'

/** Attachments under test, with the server that receives their bytes. */
export interface AttachmentsUnderTest {
  readonly attachments: Attachments
  /** Makes the store of the bytes unavailable, as an outage would. */
  breakDown(): Promise<void>
  close(): Promise<void>
}

export type OpenAttachments = () => Promise<AttachmentsUnderTest>

/** Uploads bytes like a client, with exactly the signed request. */
export const upload = ({ url, method, headers }: SignedRequest, bytes: Uint8Array): Promise<Response> =>
  fetch(url, { method, headers, body: bytes })

/** Follows a download address like a client. */
export const download = ({ url, method, headers }: SignedRequest): Promise<Response> =>
  fetch(url, { method, headers })
