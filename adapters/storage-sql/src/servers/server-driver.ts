import type { Knex } from 'knex'
import type { ClassifiedError, DatabaseSession, Driver } from '../engine/driver.js'
import type { Moment, Rows, Statement } from '../engine/engine.js'
import { acquire, type Pooled, releaseConnection } from '../engine/knex-pool.js'
import type { Writer } from '../engine/writer.js'

/** Sends a text of several statements; the results are in the form of the driver. */
export type Send<A> = (text: string) => Promise<A>

/** The texts of one kind of server, and how its results are read. */
export interface ServerProtocol<C extends Pooled, A> {
  send(connection: C, text: string): Promise<A>
  /** The texts of a transaction on this connection. */
  session(connection: C, send: Send<A>): Pick<DatabaseSession, 'begin' | 'ask' | 'commit' | 'whole'>
  read(send: Send<A>, statements: readonly Statement[], moment: Moment): Promise<readonly Rows[]>
  classify(error: unknown): ClassifiedError
  /** Closes the socket at once. */
  cut(connection: C): void
}

/** A connection whose statement failed can go on; one that was cut, timed out or refuses writes can't. */
const isUsable = ({ kind }: ClassifiedError): boolean => kind !== 'lost' && kind !== 'moved'

/** Sends on one connection; after a failure it reports whether the connection can still be used. */
const watchedSend = <C extends Pooled, A>(
  { send, classify }: ServerProtocol<C, A>,
  connection: C,
  writer: Writer<C>,
) => {
  let usable = true
  return {
    isUsable: () => usable,
    send: async (text: string): Promise<A> => {
      try {
        return await send(connection, text)
      } catch (error) {
        const classified = classify(error)
        usable = isUsable(classified)
        if (classified.kind === 'moved') writer.suspect(connection)
        throw error
      }
    },
  }
}

/** The driver for transactions and readings on the connections of a pool. */
export const serverDriver = <C extends Pooled, A>(
  pool: Knex,
  writer: Writer<C>,
  protocol: ServerProtocol<C, A>,
): Driver => {
  // Cut without a goodbye: a server that hangs would keep the connection, and our transaction, alive.
  const release = (connection: C, broken: boolean): void => {
    if (broken) protocol.cut(connection)
    releaseConnection(pool, connection, broken)
  }
  return {
    acquire: async () => {
      const connection = await acquire<C>(pool)
      const watched = watchedSend(protocol, connection, writer)
      return {
        ...protocol.session(connection, watched.send),
        rollback: async () => {
          if (!watched.isUsable()) throw new Error('the connection was lost')
          await watched.send('ROLLBACK')
        },
        release: (broken) => release(connection, broken),
      }
    },
    read: async (statements, moment) => {
      const connection = await acquire<C>(pool)
      try {
        const rows = await protocol.read(watchedSend(protocol, connection, writer).send, statements, moment)
        release(connection, false)
        return rows
      } catch (error) {
        release(connection, true)
        throw error
      }
    },
    classify: (error) => protocol.classify(error),
  }
}
