import { sheetName } from './book.js'
import { type Digest, frame, type Sha256 } from '../digests/digest.js'
import type { LedgerEvent } from './ledger-event.js'

/**
 * The digest of an event: SHA-256 over its predecessor's digest and all it says, its book included
 * (docs/contract#ledger).
 */
export const eventDigest = (previous: Digest, event: Omit<LedgerEvent, 'digest'>, sha256: Sha256): Digest =>
  sha256(
    frame([
      'ledger-event-1',
      previous,
      event.organizationId,
      sheetName(event),
      event.seq,
      event.entryId,
      event.type,
      event.amountMinor,
      event.appId,
      event.messageId,
      event.relatedEntryId,
      event.occurredAtMs,
    ]),
  )
