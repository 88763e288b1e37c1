import type { Knex } from 'knex'

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
