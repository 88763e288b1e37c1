import type { Knex } from 'knex'
import type { ClassifiedError } from './driver.js'

/** What befell a transaction or a reading; `busy` is SQLite's word for both kinds of waiting in vain. */
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

/** The connections of a process for transactions and readings, at this moment. */
export interface Connections {
  readonly inUse: number
  readonly idle: number
  /** Calls that wait for one. */
  readonly waiting: number
  /** How many there may be. */
  readonly limit: number
}

/** Told what happens to transactions and readings, for metrics; never throws and never waits. */
export interface StorageObserver {
  /** One is begun again. */
  repeated(cause: ErrorCause): void
  /** One is given up, and its caller told. */
  failed(cause: ErrorCause): void
  /** How the connections stand can be asked from now on, at any time; it costs nothing. */
  connected(status: () => Connections): void
}

const nothing = (): void => undefined

/** Nobody listens. */
export const unwatched: StorageObserver = { repeated: nothing, failed: nothing, connected: nothing }

/** The cause of an error, as it is counted. */
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

/** How knex's pool stands; knex types its client as anything, and a pool that was destroyed has no figures. */
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
