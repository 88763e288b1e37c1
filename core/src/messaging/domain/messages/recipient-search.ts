import { recipientKey } from '../../../consent/domain/recipient-key.js'
import { type Digest, frame } from '../../../kernel/digests/digest.js'

const DIGEST_DIGITS = 32

/** The text whose digest finds messages by recipient. It is the same for all spellings of a recipient. */
export const searchedRecipient = (to: string): string => frame(['searched-recipient-1', recipientKey(to)])

/** The part of the digest that the index stores. */
export const searchedDigest = (digest: Digest): Digest => digest.slice(0, DIGEST_DIGITS)
