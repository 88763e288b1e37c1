/** Options of a connection pool, with defaults. */
export interface PoolOptions {
  /** The maximum number of concurrent transactions and readings; default 10. */
  readonly connections?: number
  /** How long connecting may take; default 3 s. */
  readonly connectTimeoutMs?: number
  /** How long a call waits for a free connection; default 2 s. */
  readonly acquireTimeoutMs?: number
  /** How long one round trip may take; default 5 s. */
  readonly queryTimeoutMs?: number
}

export type PoolLimits = Required<PoolOptions>

/** All limits, with defaults for those that weren't given. */
export const poolLimitsOf = (options: PoolOptions): PoolLimits => ({
  connections: 10,
  connectTimeoutMs: 3_000,
  acquireTimeoutMs: 2_000,
  queryTimeoutMs: 5_000,
  ...options,
})
