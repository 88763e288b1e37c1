import type { Digest } from '../../../kernel/digests/digest.js'
import { frame } from '../../../kernel/digests/digest.js'
import { isId, type MessageId, type ProviderAccountId } from '../../../kernel/ids/id.js'

/** What the address of a mail that came back says: of which message, and by what it proves that the address is ours. */
export interface BounceAddress {
  readonly messageId: MessageId
  readonly proof: string
}

/** 96 bits; the local part stays below the 64 characters that every server takes. */
const PROOF_DIGITS = 24
const FORM = /^b\+(msg_[0-9a-z]{26})\.([0-9a-f]{24})@[^@\s]+$/

/** What is digested for the address of a message that goes through an account. */
export const bounceText = (providerAccountId: ProviderAccountId, messageId: MessageId): string =>
  frame(['bounce-1', providerAccountId, messageId])

/** What of a digest the address has. */
export const bounceProof = (digest: Digest): string => digest.slice(0, PROOF_DIGITS)

/** Where a mail comes back to that cannot be delivered: an address of this message alone. */
export const bounceAddress = (messageId: MessageId, digest: Digest, domain: string): string =>
  `b+${messageId}.${bounceProof(digest)}@${domain}`

/** Reads such an address, whatever case servers have made of it; undefined where it is none. */
export const readBounceAddress = (address: string): BounceAddress | undefined => {
  const [, messageId = '', proof = ''] = FORM.exec(address.toLowerCase()) ?? []
  return isId('msg', messageId) ? { messageId, proof } : undefined
}
