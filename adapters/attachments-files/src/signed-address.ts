import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '@postrider/core/kernel/ids/id'
import { frame } from '@postrider/core/kernel/digests/digest'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { AddressSeal } from '@postrider/core/support/ports/attachment-gateway'
import type { SignedRequest, StoredFile } from '@postrider/core/support/ports/attachments'

type Method = SignedRequest['method']

/**
 * The content of a grant, as JSON in base64url: everything about the file but its id, and the expiry time.
 */
interface Grant extends Omit<StoredFile, 'attachmentId'> {
  readonly untilMs: EpochMs
}

const KEY_BYTES = 32

/** Signs and verifies addresses, with HMAC-SHA-256 over method, attachment and grant. */
export interface AddressSigner {
  /** The address below `publicUrl` that serves `method` on the file until this time. */
  addressOf(method: Method, file: StoredFile, untilMs: EpochMs): string
  /** The signed file; undefined if anything was changed, or the address has expired. */
  fileOf(method: Method, attachmentId: string, seal: AddressSeal, nowMs: EpochMs): StoredFile | undefined
}

/** A signer with a key of 32 bytes. `publicUrl` is the API's address for clients, without a path. */
export const addressSigner = (key: Uint8Array, publicUrl: string): AddressSigner => {
  if (key.length !== KEY_BYTES) throw new Error(`addresses are signed under ${KEY_BYTES} bytes`)
  const signatureOf = (method: Method, attachmentId: string, grant: string): string =>
    createHmac('sha256', key)
      .update(frame([method, attachmentId, grant]))
      .digest('base64url')

  return {
    addressOf: (
      method,
      { attachmentId, organizationId, fileName, contentType, sizeBytes, sha256 },
      untilMs,
    ) => {
      const held: Grant = { organizationId, fileName, contentType, sizeBytes, sha256, untilMs }
      const grant = Buffer.from(JSON.stringify(held)).toString('base64url')
      const signature = signatureOf(method, attachmentId, grant)
      return `${publicUrl}/v1/attachments/${attachmentId}?grant=${grant}&signature=${signature}`
    },
    fileOf: (method, attachmentId, { grant, signature }, nowMs) => {
      const expected = Buffer.from(signatureOf(method, attachmentId, grant))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      if (!isId('att', attachmentId)) return undefined
      // Only this signer can have written it, so its form is known.
      const held = JSON.parse(Buffer.from(grant, 'base64url').toString()) as Grant
      const { untilMs, ...file } = held
      return nowMs < untilMs ? { ...file, attachmentId } : undefined
    },
  }
}
