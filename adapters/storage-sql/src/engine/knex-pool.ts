import knexPackage, { type Knex } from 'knex'
import { present } from '@postrider/core/kernel/present'

/**
 * The properties of a connection that knex and its pool use: if a reason is set here, the pool discards the
 * connection.
 */
export interface Pooled {
  __knex__disposed?: unknown
}

interface Client<C> {
  acquireConnection(): Promise<C>
  releaseConnection(connection: C): Promise<void>
}

/** Takes the driver's own connection out of knex's pool; knex types its client as anything. */
export const acquire = <C extends Pooled>(knex: Knex): Promise<C> =>
  (knex.client as Client<C>).acquireConnection()

/** Returns it to the pool; a broken one isn't used again. */
export const releaseConnection = (knex: Knex, connection: Pooled, broken: boolean): void => {
  if (broken) connection.__knex__disposed ??= 'broken'
  void (knex.client as Client<Pooled>).releaseConnection(connection)
}

const ignore = (): void => undefined

/** Suppresses knex's log, because callers get errors as values. */
export const silentLog = { warn: ignore, error: ignore, deprecate: ignore, debug: ignore }

/** No connection is available at the moment; the message has the reason. Nothing was sent. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnectionError'
}

/** Creates and ends the connections of a pool. */
export interface ConnectionSource<C extends Pooled> {
  /** Returns a connection that can be used at once. If it rejects, none stays open. */
  connect(): Promise<C>
  /** Closes the connection, also if the server no longer responds. */
  end(connection: C): Promise<void>
}

/** The database, the size and the timeouts of a pool. */
export interface PoolSettings {
  /** Knex uses it to look up columns. */
  readonly database: string | undefined
  readonly most: number
  readonly acquireTimeoutMs: number
  /** The idle time after which a connection is closed; default 30 s. */
  readonly idleMs?: number
  /** Whether callers wait for a server that can't be reached at the moment; otherwise they fail at once. */
  readonly waitsForServer: boolean
}

/** The methods of a knex dialect that are replaced; knex has no types for them. */
interface Replaced<C> {
  acquireConnection(): Promise<C>
  acquireRawConnection(): Promise<C>
  destroyRawConnection(connection: C): Promise<void>
}

type KnexDialect<C> = new (config: Knex.Config) => Omit<Knex.Client, keyof Replaced<C>> & Replaced<C>

/** Knex doesn't export its dialects. An instance without a connection loads no driver and shows its class. */
export const dialectOf = (client: string): unknown =>
  (knexPackage({ client, useNullAsDefault: true }).client as object).constructor

/**
 * Creates a knex instance over our own connections, so that we choose the server and the first checks of
 * each.
 */
export const poolOver = <C extends Pooled>(
  client: 'mysql2' | 'pg',
  source: ConnectionSource<C>,
  { database, most, acquireTimeoutMs, idleMs, waitsForServer }: PoolSettings,
): Knex => {
  let lastFailure: unknown
  class SourceDialect extends (dialectOf(client) as KnexDialect<C>) {
    override async acquireRawConnection(): Promise<C> {
      try {
        const connection = await source.connect()
        lastFailure = undefined
        return connection
      } catch (error) {
        lastFailure = error
        throw error
      }
    }

    /** Knex reports that the pool is full, even if no server was reachable. */
    override async acquireConnection(): Promise<C> {
      try {
        return await super.acquireConnection()
      } catch (error) {
        const isTooLate = error instanceof Error && error.name === 'KnexTimeoutError'
        if (!isTooLate || !(lastFailure instanceof Error)) throw error
        throw new NoConnectionError(lastFailure.message)
      }
    }

    override destroyRawConnection(connection: C): Promise<void> {
      return source.end(connection)
    }
  }
  return knexPackage({
    client: SourceDialect as unknown as typeof Knex.Client,
    connection: database === undefined ? {} : { database },
    acquireConnectionTimeout: acquireTimeoutMs,
    log: silentLog,
    pool: {
      min: 0,
      max: most,
      propagateCreateError: !waitsForServer,
      ...present({ idleTimeoutMillis: idleMs }),
    },
  })
}
