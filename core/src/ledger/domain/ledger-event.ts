import type { AppId, EntryId, MessageId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AccountKey } from './account.js'
import type { Digest } from '../../kernel/digests/digest.js'

export const LEDGER_EVENT_TYPES = ['credit', 'debit', 'reservation', 'settlement', 'release'] as const

/** The type of an event: `debit` is a negative adjustment, `credit` a credit or a positive adjustment. */
export type LedgerEventType = (typeof LEDGER_EVENT_TYPES)[number]

/** One fact about an account's money; never changed, never removed (docs/api/money#ledger). */
export interface LedgerEvent extends AccountKey {
  readonly entryId: EntryId
  /** 1, 2, 3 … without gaps, in commit order. */
  readonly seq: number
  readonly type: LedgerEventType
  /** Never negative; the type determines the direction. */
  readonly amountMinor: number
  readonly appId: AppId | undefined
  readonly messageId: MessageId | undefined
  /** For a settlement or release: the reservation that it closes. */
  readonly relatedEntryId: EntryId | undefined
  readonly occurredAtMs: EpochMs
  /** SHA-256 over the predecessor's digest and this event's content. */
  readonly digest: Digest
}

/**
 * The phase of a message's money: 1 reserves, 2 settles or releases. The database allows each phase once per
 * message.
 */
export const phaseOf = (type: LedgerEventType): 1 | 2 | undefined => {
  if (type === 'reservation') return 1
  return type === 'settlement' || type === 'release' ? 2 : undefined
}
