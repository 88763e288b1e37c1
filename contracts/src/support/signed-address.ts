import type * as t from 'io-ts'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'

/** The path of the bytes of an attachment. */
export const attachmentPath = closed(
  {
    attachmentId: identifier('ID of the attachment, as in the signed URL.', 'att_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  {},
)

export type AttachmentPath = t.TypeOf<typeof attachmentPath>

const sealed = (description: string, example: string) =>
  text({ minLength: 1, maxLength: 8192, pattern: /^[A-Za-z0-9_-]+$/, description, example })

/**
 * The signature that makes an address valid without a credential; clients use addresses exactly as they
 * receive them.
 */
export const signedAddressQuery = closed(
  {
    grant: sealed(
      'Opaque grant of the URL: its purpose and expiry.',
      'eyJhdHRhY2htZW50IjoiYXR0XzAxazl4N2MifQ',
    ),
    signature: sealed(
      'Signature that proves that this service created the URL.',
      'q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80',
    ),
  },
  {},
)

export type SignedAddressQuery = t.TypeOf<typeof signedAddressQuery>
