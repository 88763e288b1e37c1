import knexPackage, { type Knex } from 'knex'
import { present } from '@postrider/core/kernel/present'

/** What knex and its pool know of a connection: a reason here makes the pool throw the connection away. */
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

/** Gives it back; a broken one is not lent again. */
export const releaseConnection = (knex: Knex, connection: Pooled, broken: boolean): void => {
  if (broken) connection.__knex__disposed ??= 'broken'
  void (knex.client as Client<Pooled>).releaseConnection(connection)
}

const ignore = (): void => undefined

/** Knex says on its own log what callers are told as values anyway. */
export const silentLog = { warn: ignore, error: ignore, deprecate: ignore, debug: ignore }

/** No connection is available at the moment; the message has the reason. Nothing was sent. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnectionError'
}

/** Makes and ends the connections of a pool. */
export interface ConnectionSource<C extends Pooled> {
  /** A connection that can be used at once. A rejection leaves none open. */
  connect(): Promise<C>
  /** Closes the connection, also if the server no longer responds. */
  end(connection: C): Promise<void>
}

/** The database, the size and the times of a pool. */
export interface PoolSettings {
  /** Knex looks up columns by it. */
  readonly database: string | undefined
  readonly most: number
  readonly acquireTimeoutMs: number
  /** After how long without use a connection is closed; default 30 s. */
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

/** Knex over connections of our own making, so that the server and the first checks of each are ours to choose. */
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

    /** Knex says that the pool is full, also if no server could be reached. */
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
