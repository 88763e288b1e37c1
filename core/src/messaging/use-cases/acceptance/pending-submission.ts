import type { BatchReceipt } from '../../domain/acceptance/candidate.js'
import type { PendingItem } from '../../domain/acceptance/pending-item.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'

/** One call's request, before any lookup. */
export interface PendingSubmission {
  readonly caller: Server
  readonly items: readonly PendingItem[]
  /** Present for a batch. */
  readonly receipt: BatchReceipt | undefined
}
