/** From where on a figure asks to be looked at soon, and from where on customers feel it. */
export interface FigureLimits {
  readonly soon: number
  readonly now: number
}

/** How long the first message of a lane waits for a dispatcher; the later one is the alert's (docs/operating#messages-wait). */
export const OLDEST_LIMITS_MS: FigureLimits = { soon: 15_000, now: 60_000 }

/** How long 95 of 100 messages take until a provider has them. */
export const SUBMITTED_LIMITS_MS: FigureLimits = { soon: 1_000, now: 30_000 }

/** How much of an alarm a figure is. */
export type FigureLevel = '' | 'amber' | 'red'

/** The level of a figure that should be low. */
export const levelOf = (value: number | undefined, { soon, now }: FigureLimits): FigureLevel =>
  value === undefined || value <= soon ? '' : value <= now ? 'amber' : 'red'
