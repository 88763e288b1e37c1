import type * as t from 'io-ts'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'

/** The path of the bytes of an attachment. */
export const attachmentPath = closed(
  { attachmentId: identifier('The attachment, as its address names it.', 'att_01k9x7c2v5n8q4r6t0w3y1z5bd') },
  {},
)

export type AttachmentPath = t.TypeOf<typeof attachmentPath>

const sealed = (description: string) =>
  text({ minLength: 1, maxLength: 8192, pattern: /^[A-Za-z0-9_-]+$/, description })

/**
 * The signature that makes an address valid without a credential; clients use addresses exactly as they
 * receive them.
 */
export const signedAddressQuery = closed(
  {
    grant: sealed('What the address is for, and until when; opaque.'),
    signature: sealed('Proves that this service wrote the address.'),
  },
  {},
)

export type SignedAddressQuery = t.TypeOf<typeof signedAddressQuery>
