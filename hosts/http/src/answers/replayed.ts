/**
 * The header of a response that repeats that of an earlier call with the same key
 * (docs/api/conventions#idempotency): name and value.
 */
export const REPLAYED: readonly string[] = ['Idempotency-Replayed', 'true']
