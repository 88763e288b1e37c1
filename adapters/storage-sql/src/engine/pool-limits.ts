/** What a pool of connections to a server is told; what is left out is as it says. */
export interface PoolOptions {
  /** How many transactions and readings may be under way at a time; default 10. */
  readonly connections?: number
  /** How long connecting may take; default 3 s. */
  readonly connectTimeoutMs?: number
  /** How long a call waits for a connection that is free; default 2 s. */
  readonly acquireTimeoutMs?: number
  /** How long one round trip may take; default 5 s. */
  readonly queryTimeoutMs?: number
}

export type PoolLimits = Required<PoolOptions>

/** All limits, those that were not named as they are by default. */
export const poolLimitsOf = (options: PoolOptions): PoolLimits => ({
  connections: 10,
  connectTimeoutMs: 3_000,
  acquireTimeoutMs: 2_000,
  queryTimeoutMs: 5_000,
  ...options,
})
