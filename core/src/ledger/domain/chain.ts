import type { Digest, Sha256 } from '../../kernel/digests/digest.js'
import type { LedgerEvent } from './ledger-event.js'
import { digestedText, entryContent } from './provable-entry.js'

/**
 * The digest of an event: SHA-256 over its predecessor's digest and its whole content, including its
 * environment (docs/api/money#ledger).
 */
export const eventDigest = (previous: Digest, event: Omit<LedgerEvent, 'digest'>, sha256: Sha256): Digest =>
  sha256(digestedText(previous, entryContent(event)))
