import type { ClaimToken } from '../../providers/domain/calls/claim.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { BulkId, UserId } from '../../kernel/ids/id.js'
import { type EpochMs, HOUR_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** The operations that are done for many records at once (docs/contract#bulk-decisions). */
export const BULK_OPERATIONS = [
  'requeueDeadLetter',
  'resolveUnconfirmedMessage',
  'assignOrphanReceipt',
  'dismissReceipt',
] as const

export type BulkOperation = (typeof BULK_OPERATIONS)[number]

/** What an operation is about. */
export type BulkSubject = 'dead letters' | 'unknown outcomes' | 'orphans' | 'odd receipts'

/** The list from which the records of each operation are selected. */
export const BULK_SUBJECTS: Readonly<Record<BulkOperation, BulkSubject>> = {
  requeueDeadLetter: 'dead letters',
  resolveUnconfirmedMessage: 'unknown outcomes',
  assignOrphanReceipt: 'orphans',
  dismissReceipt: 'odd receipts',
}

/** A selection that nobody began with, one at work, and the two ends. */
export const BULK_STATES = ['previewed', 'running', 'stopped', 'done'] as const

export type BulkState = (typeof BULK_STATES)[number]

/** Why one was stopped: somebody said so, or whoever began it may not do it any more. */
export type BulkStopReason = 'order' | 'authority'

/** Many decisions of one operator, done one after the other in the background. */
export interface Bulk {
  readonly bulkId: BulkId
  readonly operation: BulkOperation
  /** Whose it is, and by what they proved who they are: with another password, or without the session, it stops. */
  readonly ownerId: UserId
  readonly passwordDigest: Digest
  readonly confirmedAtMs: EpochMs
  /** The verifier of the session's token; undefined: it was begun without a session, at the command line. */
  readonly sessionVerifier: Digest | undefined
  /** Where it came from; its items' audit events say so too. */
  readonly clientAddress: string | undefined
  readonly state: BulkState
  readonly stopReason: BulkStopReason | undefined
  /** What is the same for all its items, by the properties of the operation's request; none before it began. */
  readonly request: Readonly<Record<string, string>>
  readonly total: number
  /** The items up to this number were seen to. */
  readonly handled: number
  /** So many of these were refused. */
  readonly refused: number
  readonly createdAtMs: EpochMs
  readonly begunAtMs: EpochMs | undefined
  readonly endedAtMs: EpochMs | undefined
  /** Whose work it is, until when. */
  readonly claim: ClaimToken
  readonly leaseUntilMs: EpochMs
}

/** One record of a bulk, as it was when it was selected; of the items only refusals ever change. */
export interface BulkItem {
  readonly bulkId: BulkId
  /** 1, 2, 3 … */
  readonly number: number
  /** The identifier of the record that the operation is about. */
  readonly targetId: string
  /** The version that was seen, where the operation names one. */
  readonly version: number | undefined
  /** The message that a receipt is assigned to. */
  readonly messageId: string | undefined
  /** Why it was refused, and what was said; undefined: it was not. */
  readonly refusal: string | undefined
  readonly message: string | undefined
}

/** The most records of one bulk. */
export const MOST_BULK_ITEMS = 5_000

/** For how long a selection may be begun with. */
export const SELECTION_MS = HOUR_MS

/** For how long a process that stopped in the middle keeps others from going on. */
export const BULK_LEASE_MS = 10 * SECOND_MS

/** The identity under which an item is done, so that it is done once, whoever repeats it. */
export const itemRequestId = ({ bulkId, number }: Pick<BulkItem, 'bulkId' | 'number'>): string =>
  `${bulkId}:${number}`

/** The body of the operation for one item. */
export const itemRequest = (
  { operation, request }: Pick<Bulk, 'operation' | 'request'>,
  item: BulkItem,
): Readonly<Record<string, string | number>> => {
  const { targetId, version, messageId } = item
  const common = { ...request, requestId: itemRequestId(item) }
  const versioned = version === undefined ? common : { ...common, version }
  switch (operation) {
    case 'requeueDeadLetter':
    case 'resolveUnconfirmedMessage':
      return { ...versioned, messageId: targetId }
    case 'dismissReceipt':
      return { ...common, receiptId: targetId }
    case 'assignOrphanReceipt':
      return { ...common, receiptId: targetId, messageId: messageId ?? '' }
  }
}

/** Whether a process may take the bulk up, or go on with it. */
export const mayWorkAt = (
  { state, claim, leaseUntilMs }: Pick<Bulk, 'state' | 'claim' | 'leaseUntilMs'>,
  own: ClaimToken,
  nowMs: EpochMs,
): boolean => state === 'running' && (claim === own || leaseUntilMs <= nowMs)

/** What came of the items that were seen to in one go. */
export interface BulkProgress {
  readonly handled: number
  readonly refused: number
  /** Whether whoever began it turned out to have lost the right. */
  readonly isOver: boolean
}

/** The bulk after some more of its items: ended where these were the last, or the right to go on is gone. */
export const advanced = (before: Bulk, { handled, refused, isOver }: BulkProgress, nowMs: EpochMs): Bulk => {
  const bulk = { ...before, handled: before.handled + handled, refused: before.refused + refused }
  if (bulk.state !== 'running') return bulk
  const isDone = bulk.handled === bulk.total
  if (isDone) return { ...bulk, state: 'done', endedAtMs: nowMs, leaseUntilMs: 0 }
  if (isOver) return stopped(bulk, 'authority', nowMs)
  return { ...bulk, leaseUntilMs: nowMs + BULK_LEASE_MS }
}

/** The bulk, stopped: what was done stays done. */
export const stopped = (bulk: Bulk, stopReason: BulkStopReason, nowMs: EpochMs): Bulk => ({
  ...bulk,
  state: 'stopped',
  stopReason,
  endedAtMs: nowMs,
  leaseUntilMs: 0,
})
