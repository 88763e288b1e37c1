import type { RateLimit } from './token-bucket.js'

export const RATE_POLICIES = ['sends', 'otp', 'verifications', 'reads', 'control', 'agent'] as const

/** What a rate limit is about (docs/contract#rate-limits). */
export type RatePolicy = (typeof RATE_POLICIES)[number]

/** The limit of every policy. */
export type RateLimits = Readonly<Record<RatePolicy, RateLimit>>

/**
 * The limits of docs/contract#rate-limits: sends, verifications and reads of a credential, OTPs of an app,
 * control of a user, all that an Agent key asks for.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  sends: { perSecond: 100 },
  otp: { perSecond: 20 },
  verifications: { perSecond: 50 },
  reads: { perSecond: 50 },
  control: { perSecond: 20 },
  agent: { perSecond: 10 },
}
