import type { Knex } from 'knex'
import type { ClassifiedError } from './driver.js'

/** Causes of errors in transactions and readings; `busy` is SQLite's word for both kinds of lock timeouts. */
export const ERROR_CAUSES = [
  'deadlock',
  'lock_wait',
  'busy',
  'duplicate',
  'refused',
  'lost',
  'no_connection',
  'no_room',
  'moved',
  'unavailable',
] as const

export type ErrorCause = (typeof ERROR_CAUSES)[number]

/** The current connections of a process for transactions and readings. */
export interface Connections {
  readonly inUse: number
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
  /** The maximum number of connections. */
  readonly limit: number
}

/** Receives events of transactions and readings, for metrics; never throws and never waits. */
export interface StorageObserver {
  /** One is repeated. */
  repeated(cause: ErrorCause): void
  /** One failed for good. */
  failed(cause: ErrorCause): void
  /** The status of the connections can be read from now on, at any time; that costs nothing. */
  connected(status: () => Connections): void
}

const nothing = (): void => undefined

/** An observer that does nothing. */
export const unwatched: StorageObserver = { repeated: nothing, failed: nothing, connected: nothing }

/** The cause of an error, for metrics. */
export const causeOf = ({ kind, isWithoutRoom, met }: ClassifiedError): ErrorCause => {
  if (isWithoutRoom) return 'no_room'
  if (met !== undefined) return met
  return kind === 'again' ? 'busy' : kind
}

interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
  readonly max: number
}

/** The status of knex's pool; knex types its client as `any`, and a destroyed pool has no counts. */
export const poolConnectionsOf = (knex: Knex): Connections => {
  const { pool } = knex.client as { readonly pool?: Pool }
  if (pool === undefined) return { inUse: 0, idle: 0, waiting: 0, limit: 0 }
  return {
    inUse: pool.numUsed(),
    idle: pool.numFree(),
    waiting: pool.numPendingAcquires(),
    limit: pool.max,
  }
}
