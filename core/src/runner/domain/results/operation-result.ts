import type { Digest } from '../../../kernel/digests/digest.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'

/**
 * The stored result of a mutation with a `requestId`: a repeated request returns it again
 * (docs/api/operations#operation-idempotency).
 */
export interface OperationResult {
  /** 128 bits of a digest of the requester, the operation and the `requestId`. */
  readonly key: Digest
  /** A digest of the body: another body with the same key is a conflict. */
  readonly material: Digest
  /** The result as JSON, without secrets. */
  readonly result: string
  readonly createdAtMs: EpochMs
}
