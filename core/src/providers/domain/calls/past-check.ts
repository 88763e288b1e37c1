import { HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/** How long to wait for a status query or a receipt before a person must resolve an unknown outcome. */
export const PAST_CHECK_MS = 5 * MINUTE_MS

/** How long to look for the message of a receipt before the receipt is an orphan. */
export const ORPHAN_AFTER_MS = 5 * MINUTE_MS

/**
 * How long an outcome may stay unknown, and money may wait for a delivery report
 * (docs/api/delivery#unknown-outcomes, docs/promises#stuck-reservations).
 */
export const RECONCILIATION_WINDOW_MS = 72 * HOUR_MS
