import { type Digest, frame } from '../../kernel/digests/digest.js'
import type { LedgerEvent } from './ledger-event.js'

const FORM = 'ledger-event-1'

/** All that an event says, as its digest is computed from it, after the digest of its predecessor (docs/contract#ledger-proof). */
export const entryContent = (event: Omit<LedgerEvent, 'digest'>): string =>
  frame([
    event.organizationId,
    event.environment,
    event.currency,
    event.seq,
    event.entryId,
    event.type,
    event.amountMinor,
    event.appId,
    event.messageId,
    event.relatedEntryId,
    event.occurredAtMs,
  ])

/** What an event's digest is of: what form it has, its predecessor's digest, and its content. */
export const digestedText = (previous: Digest, content: string): string => frame([FORM, previous]) + content
