import type { AppId, EntryId, MessageId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AccountKey } from './account.js'
import type { Digest } from '../../kernel/digests/digest.js'

export const LEDGER_EVENT_TYPES = ['credit', 'debit', 'reservation', 'settlement', 'release'] as const

/** What an event does: `debit` is an adjustment downwards, `credit` a credit or adjustment upwards. */
export type LedgerEventType = (typeof LEDGER_EVENT_TYPES)[number]

/** One fact about an account's money; never changed, never removed (docs/contract#ledger). */
export interface LedgerEvent extends AccountKey {
  readonly entryId: EntryId
  /** 1, 2, 3 … without a gap, in the order of commit. */
  readonly seq: number
  readonly type: LedgerEventType
  /** Never negative; the type says which way it counts. */
  readonly amountMinor: number
  readonly appId: AppId | undefined
  readonly messageId: MessageId | undefined
  /** Settlement and release: the reservation they close. */
  readonly relatedEntryId: EntryId | undefined
  readonly occurredAtMs: EpochMs
  /** SHA-256 over the predecessor's digest and this event's content. */
  readonly digest: Digest
}

/** A message's money moves twice: 1 reserves, 2 settles or releases; the database allows each once. */
export const phaseOf = (type: LedgerEventType): 1 | 2 | undefined => {
  if (type === 'reservation') return 1
  return type === 'settlement' || type === 'release' ? 2 : undefined
}
