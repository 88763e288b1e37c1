/**
 * Says that an answer is that of an earlier call under the same key (docs/contract#idempotency); a name and its
 * value.
 */
export const REPLAYED: readonly string[] = ['Idempotency-Replayed', 'true']
