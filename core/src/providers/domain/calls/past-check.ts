import { HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/** How long a provider that can be asked, or a receipt, is waited for before an unknown outcome is a person's matter. */
export const PAST_CHECK_MS = 5 * MINUTE_MS

/** How long a receipt is looked for a message of its own before it is an orphan. */
export const ORPHAN_AFTER_MS = 5 * MINUTE_MS

/**
 * How long an unknown outcome may stay unknown, and money wait for a delivery report
 * (docs/contract#unknown-outcomes, docs/promises#stuck-reservations).
 */
export const RECONCILIATION_WINDOW_MS = 72 * HOUR_MS
