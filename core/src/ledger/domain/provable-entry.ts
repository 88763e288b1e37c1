import { type Digest, frame } from '../../kernel/digests/digest.js'
import type { LedgerEvent } from './ledger-event.js'

const FORM = 'ledger-event-1'

/**
 * The content of an event from which its digest is computed, after its predecessor's digest
 * (docs/api/money#ledger-proof).
 */
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

/** The text of an event's digest: its format, its predecessor's digest, and its content. */
export const digestedText = (previous: Digest, content: string): string => frame([FORM, previous]) + content
