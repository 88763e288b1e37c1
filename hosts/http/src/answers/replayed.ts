/** Says that an answer is that of an earlier call under the same key (decisions 3); a name and its value. */
export const REPLAYED: readonly string[] = ['Idempotency-Replayed', 'true']
