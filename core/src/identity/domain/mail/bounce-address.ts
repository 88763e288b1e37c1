import type { Digest } from '../../../kernel/digests/digest.js'
import { frame } from '../../../kernel/digests/digest.js'
import { isId, type MessageId, type ProviderAccountId } from '../../../kernel/ids/id.js'

/** The parts of a bounce address: the message, and the proof that Postrider created the address. */
export interface BounceAddress {
  readonly messageId: MessageId
  readonly proof: string
}

/** 96 bits; the local part stays within the 64 characters that every server accepts. */
const PROOF_DIGITS = 24
const FORM = /^b\+(msg_[0-9a-z]{26})\.([0-9a-f]{24})@[^@\s]+$/

/** The text to digest for the bounce address of a message that goes through an account. */
export const bounceText = (providerAccountId: ProviderAccountId, messageId: MessageId): string =>
  frame(['bounce-1', providerAccountId, messageId])

/** The part of a digest that the address contains. */
export const bounceProof = (digest: Digest): string => digest.slice(0, PROOF_DIGITS)

/** The address for bounces of an undeliverable email, unique to this message. */
export const bounceAddress = (messageId: MessageId, digest: Digest, domain: string): string =>
  `b+${messageId}.${bounceProof(digest)}@${domain}`

/** Parses such an address in any letter case; undefined for any other address. */
export const readBounceAddress = (address: string): BounceAddress | undefined => {
  const [, messageId = '', proof = ''] = FORM.exec(address.toLowerCase()) ?? []
  return isId('msg', messageId) ? { messageId, proof } : undefined
}
