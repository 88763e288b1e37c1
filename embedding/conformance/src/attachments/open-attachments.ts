import type { Attachments, SignedRequest } from '@postrider/core/support/ports/attachments'

/** Attachments that a test has in its hands, with whatever server takes their bytes. */
export interface AttachmentsUnderTest {
  readonly attachments: Attachments
  /** Takes away what keeps the bytes, as an outage would. */
  breakDown(): Promise<void>
  close(): Promise<void>
}

export type OpenAttachments = () => Promise<AttachmentsUnderTest>

/** Uploads bytes as a client does, exactly as it was told. */
export const upload = ({ url, method, headers }: SignedRequest, bytes: Uint8Array): Promise<Response> =>
  fetch(url, { method, headers, body: bytes })

/** Follows a download address as a client does. */
export const download = ({ url, method, headers }: SignedRequest): Promise<Response> =>
  fetch(url, { method, headers })
