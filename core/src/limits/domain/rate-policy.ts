import type { RateLimit } from './token-bucket.js'

export const RATE_POLICIES = [
  'sends',
  'otp',
  'verifications',
  'reads',
  'organization',
  'control',
  'agent',
] as const

/** The kinds of rate limits (docs/api/limits#rate-limits). */
export type RatePolicy = (typeof RATE_POLICIES)[number]

/** The limit of every policy. */
export type RateLimits = Readonly<Record<RatePolicy, RateLimit>>

/**
 * The limits of docs/api/limits#rate-limits: sends, verifications and reads of a credential, OTPs of an app,
 * reads of all credentials of an Organization, control operations of a user, all requests of an Agent key.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  sends: { perSecond: 100 },
  otp: { perSecond: 20 },
  verifications: { perSecond: 50 },
  reads: { perSecond: 50 },
  organization: { perSecond: 200 },
  control: { perSecond: 20 },
  agent: { perSecond: 10 },
}

/** One bucket that a request is counted in. */
export interface RateSubject {
  readonly policy: RatePolicy
  /** The identifier of the credential, app, Organization, user or Agent key that it is counted for. */
  readonly subject: string
}

const LIMITED: Readonly<Record<RatePolicy, string>> = {
  sends: "The server credential's limit on messages",
  otp: "The app's limit on OTPs",
  verifications: "The server credential's limit on OTP verifications",
  reads: "The server credential's limit on reads",
  organization: "The Organization's limit on the reads of all its credentials",
  control: 'Your limit on control operations',
  agent: "The Agent key's limit on operations",
}

/** The message of a request over a limit: the limit's name, and what to do. */
export const limitMessage = (policy: RatePolicy): string =>
  `${LIMITED[policy]} is used up. Try again after the time in Retry-After.`

/** A request was rejected because it exceeds a rate limit. */
export interface RateLimited {
  readonly _tag: 'RateLimited'
  readonly policy: RatePolicy
}
