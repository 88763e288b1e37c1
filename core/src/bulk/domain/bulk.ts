import type { ClaimToken } from '../../providers/domain/calls/claim.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { BulkId, UserId } from '../../kernel/ids/id.js'
import { type EpochMs, HOUR_MS, SECOND_MS } from '../../kernel/time/epoch-ms.js'

/** The operations that can run for many records (docs/api/admin#bulk-decisions). */
export const BULK_OPERATIONS = [
  'requeueDeadLetter',
  'resolveUnconfirmedMessage',
  'assignOrphanReceipt',
  'dismissReceipt',
] as const

export type BulkOperation = (typeof BULK_OPERATIONS)[number]

/** The records that an operation is about. */
export type BulkSubject = 'dead letters' | 'unknown outcomes' | 'orphans' | 'odd receipts'

/** The list from which the records of each operation are selected. */
export const BULK_SUBJECTS: Readonly<Record<BulkOperation, BulkSubject>> = {
  requeueDeadLetter: 'dead letters',
  resolveUnconfirmedMessage: 'unknown outcomes',
  assignOrphanReceipt: 'orphans',
  dismissReceipt: 'odd receipts',
}

/** The states of a bulk: a selection that isn't started, a running bulk, and the two final states. */
export const BULK_STATES = ['previewed', 'running', 'stopped', 'done'] as const

export type BulkState = (typeof BULK_STATES)[number]

/** Why a bulk was stopped: on request, or because its owner is no longer authorized. */
export type BulkStopReason = 'order' | 'authority'

/** Many decisions of one super admin, executed one after another in the background. */
export interface Bulk {
  readonly bulkId: BulkId
  readonly operation: BulkOperation
  /**
   * The owner, and the digest of the password that they used. The bulk stops if the password changes or the
   * session ends.
   */
  readonly ownerId: UserId
  readonly passwordDigest: Digest
  readonly confirmedAtMs: EpochMs
  /**
   * The verifier of the session's token; undefined if it was started without a session, from the command
   * line.
   */
  readonly sessionVerifier: Digest | undefined
  /** The client's address; the audit events of its items have it too. */
  readonly clientAddress: string | undefined
  readonly state: BulkState
  readonly stopReason: BulkStopReason | undefined
  /**
   * The common fields of all items, by the properties of the operation's request; empty before it is started.
   */
  readonly request: Readonly<Record<string, string>>
  readonly total: number
  /** The number of items processed so far. */
  readonly handled: number
  /** The number of these items that were refused. */
  readonly refused: number
  readonly createdAtMs: EpochMs
  readonly begunAtMs: EpochMs | undefined
  readonly endedAtMs: EpochMs | undefined
  /** The process that works on it, and the end of its lease. */
  readonly claim: ClaimToken
  readonly leaseUntilMs: EpochMs
}

/** One record of a bulk, as it was when it was selected; only the refusal of an item ever changes. */
export interface BulkItem {
  readonly bulkId: BulkId
  /** 1, 2, 3 … */
  readonly number: number
  /** The identifier of the record that the operation decides about. */
  readonly targetId: string
  /** The version that was seen, if the operation names one. */
  readonly version: number | undefined
  /** The message that a receipt is assigned to. */
  readonly messageId: string | undefined
  /** The code and message of the refusal; undefined if it wasn't refused. */
  readonly refusal: string | undefined
  readonly message: string | undefined
}

/** The maximum number of records in one bulk. */
export const MOST_BULK_ITEMS = 5_000

/** How long a selection can be started. */
export const SELECTION_MS = HOUR_MS

/** How long a crashed process prevents others from continuing. */
export const BULK_LEASE_MS = 10 * SECOND_MS

/** The request ID with which an item is executed, so that it is executed once, even after a repeat. */
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

/** Whether a process may start or continue the bulk. */
export const mayWorkAt = (
  { state, claim, leaseUntilMs }: Pick<Bulk, 'state' | 'claim' | 'leaseUntilMs'>,
  own: ClaimToken,
  nowMs: EpochMs,
): boolean => state === 'running' && (claim === own || leaseUntilMs <= nowMs)

/** The result of one slice of items. */
export interface BulkProgress {
  readonly handled: number
  readonly refused: number
  /** Whether the owner turned out to be no longer authorized. */
  readonly isOver: boolean
}

/**
 * The bulk after a slice of items. It ends if these were the last, or if its owner is no longer authorized.
 */
export const advanced = (before: Bulk, { handled, refused, isOver }: BulkProgress, nowMs: EpochMs): Bulk => {
  const bulk = { ...before, handled: before.handled + handled, refused: before.refused + refused }
  if (bulk.state !== 'running') return bulk
  const isDone = bulk.handled === bulk.total
  if (isDone) return { ...bulk, state: 'done', endedAtMs: nowMs, leaseUntilMs: 0 }
  if (isOver) return stopped(bulk, 'authority', nowMs)
  return { ...bulk, leaseUntilMs: nowMs + BULK_LEASE_MS }
}

/** The stopped bulk; completed items aren't reverted. */
export const stopped = (bulk: Bulk, stopReason: BulkStopReason, nowMs: EpochMs): Bulk => ({
  ...bulk,
  state: 'stopped',
  stopReason,
  endedAtMs: nowMs,
  leaseUntilMs: 0,
})
