/**
 * The components that put items of several Organizations into shared transactions (docs/promises#neighbors).
 */
export type BatchKind = 'acceptance' | 'settlement' | 'claims' | 'intents' | 'failures' | 'verification'

/**
 * Why an Organization is set aside: another transaction holds rows that it needs, or its items make batches
 * fail.
 */
export type AsideReason = 'account_held' | 'rows_held' | 'batch_failed'
