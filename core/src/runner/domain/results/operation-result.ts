import type { Digest } from '../../../kernel/digests/digest.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/**
 * What is remembered of a mutation that had a `requestId`: the same again answers the same
 * (docs/contract#operation-idempotency).
 */
export interface OperationResult {
  /** 128 bits of a digest of whose request it is, the operation and the `requestId`. */
  readonly key: Digest
  /** Digest of the body: another body under the same key is a conflict. */
  readonly material: Digest
  /** The result as JSON, its secrets left out. */
  readonly result: string
  readonly createdAtMs: EpochMs
}
