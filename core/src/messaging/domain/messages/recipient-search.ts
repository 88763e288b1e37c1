import { type Digest, frame } from '../../../kernel/digests/digest.js'

const DIGEST_DIGITS = 32

/** What is digested of a recipient, so that messages are found by it: the same for an address however it is written. */
export const searchedRecipient = (to: string): string => frame(['searched-recipient-1', to.toLowerCase()])

/** As much of the digest as the index keeps. */
export const searchedDigest = (digest: Digest): Digest => digest.slice(0, DIGEST_DIGITS)
