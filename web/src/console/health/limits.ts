/**
 * The thresholds of a metric: from `soon` on it needs attention soon, from `now` on customers are affected.
 */
export interface FigureLimits {
  readonly soon: number
  readonly now: number
}

/**
 * How long the oldest message of a lane waits for a dispatcher. `now` equals the alert's threshold
 * (docs/alerts#messages-wait).
 */
export const OLDEST_LIMITS_MS: FigureLimits = { soon: 15_000, now: 60_000 }

/** The 95th percentile of the time until a provider has accepted a message. */
export const SUBMITTED_LIMITS_MS: FigureLimits = { soon: 1_000, now: 30_000 }

/** How serious a metric's value is. */
export type FigureLevel = '' | 'amber' | 'red'

/** The level of a metric for which lower is better. */
export const levelOf = (value: number | undefined, { soon, now }: FigureLimits): FigureLevel =>
  value === undefined || value <= soon ? '' : value <= now ? 'amber' : 'red'
