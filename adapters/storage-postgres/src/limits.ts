export interface PostgresOptions {
  /** How many transactions and readings may be under way at a time; default 10. */
  readonly connections?: number
  /** How long connecting may take; default 3 s. */
  readonly connectTimeoutMs?: number
  /** How long a call waits for a connection that is free; default 2 s. */
  readonly acquireTimeoutMs?: number
  /** How long one round trip may take; default 5 s. */
  readonly queryTimeoutMs?: number
}

export type PostgresLimits = Required<PostgresOptions>

export const postgresLimitsOf = (options: PostgresOptions): PostgresLimits => ({
  connections: 10,
  connectTimeoutMs: 3_000,
  acquireTimeoutMs: 2_000,
  queryTimeoutMs: 5_000,
  ...options,
})
