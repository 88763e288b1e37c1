import { firstThatWrites, type Servers, watchServer } from './ask-servers.js'
import { NoConnectionError, type Pooled } from './knex-pool.js'

/** How a pool makes its connections. */
export interface ConnectionSteps<C extends Pooled> {
  /** If it rejects, no connection stays open. */
  open(server: number): Promise<C>
  /** Applies settings and first checks; the connection is closed if this rejects. */
  prepare(connection: C): Promise<void>
}

/** Keeps the connections of a process on the one server that accepts writes. */
export interface Writer<C extends Pooled> {
  /**
   * Opens and prepares a connection to the server that accepts writes. A single server isn't asked about
   * writes. Rejects with `NoConnectionError` if no server accepts writes; no connection stays open then.
   */
  connect(connecting: ConnectionSteps<C>): Promise<C>
  /** Looks for another server, because this connection's server refused a write or isn't ready. */
  suspect(connection: C): void
  /** Stops watching. */
  close(): void
}

const oneServer = <C extends Pooled>({ cut }: Servers<C>): Writer<C> => ({
  connect: async ({ open, prepare }) => {
    const connection = await open(0)
    try {
      await prepare(connection)
      return connection
    } catch (error) {
      cut(connection)
      throw error
    }
  },
  suspect: () => undefined,
  close: () => undefined,
})

/** The connections in use and their server; a process writes to one server at a time. */
const connectionsOf = <C extends Pooled>({ cut }: Servers<C>) => {
  const servers = new Map<C, number>()
  return {
    add: (connection: C, server: number): void => {
      for (const known of servers.keys()) if (known.__knex__disposed !== undefined) servers.delete(known)
      servers.set(connection, server)
    },
    serverOf: (connection: C): number | undefined => servers.get(connection),
    /** Closes the connections to all other servers, with the work in progress on them. */
    keepOnly: (server: number): void => {
      for (const [connection, at] of servers) {
        if (at === server) continue
        servers.delete(connection)
        connection.__knex__disposed ??= 'the process moved to another server'
        cut(connection)
      }
    },
  }
}

/** The server in use, and the search for another one. */
const choiceOf = <C extends Pooled>(servers: Servers<C>, moved: (server: number) => void) => {
  const inOrder = servers.names.map((_, server) => server)
  let current: number | undefined
  let search: Promise<number> | undefined

  /**
   * The server in use is preferred as long as it accepts writes; otherwise the order of the address applies.
   */
  const choose = async (without?: number): Promise<number> => {
    const preferred = current === undefined ? [] : [current]
    const order = [...new Set([...preferred, ...inOrder])].filter((server) => server !== without)
    const chosen = await firstThatWrites(servers, order)
    if (chosen !== current) {
      current = chosen
      moved(chosen)
    }
    return chosen
  }

  const find = (without?: number): Promise<number> => {
    search ??= choose(without).finally(() => (search = undefined))
    return search
  }

  return {
    current: () => current,
    find,
    lookAgain: (without?: number): void => void find(without).catch(() => undefined),
    isSearching: () => search !== undefined,
  }
}

const severalServers = <C extends Pooled>(servers: Servers<C>): Writer<C> => {
  const { names, refusalOf, cut } = servers
  const connections = connectionsOf(servers)
  const { current, find, lookAgain, isSearching } = choiceOf(servers, connections.keepOnly)
  const watch = watchServer(
    servers,
    () => (isSearching() ? undefined : current()),
    (server, finding) => {
      if (server === current()) lookAgain(finding === 'no response' ? server : undefined)
    },
  )

  const connectTo = async (server: number, { open, prepare }: ConnectionSteps<C>): Promise<C> => {
    const connection = await open(server)
    try {
      // This comes before the first read: on a server that isn't ready, that read could wait for the whole
      // cluster.
      const refusal = await refusalOf(connection)
      if (refusal !== undefined) throw new NoConnectionError(`${names[server]}: ${refusal}`)
      await prepare(connection)
      if (current() !== server) throw new NoConnectionError('the process moved to another server')
      connections.add(connection, server)
      return connection
    } catch (error) {
      cut(connection)
      throw error
    }
  }

  return {
    connect: async (steps) => {
      watch.start()
      const server = current() ?? (await find())
      try {
        return await connectTo(server, steps)
      } catch (error) {
        // The pool's next attempt uses the server that is found now.
        lookAgain()
        throw error
      }
    },
    suspect: (connection) => {
      if (connections.serverOf(connection) === current()) lookAgain()
    },
    close: () => watch.end(),
  }
}

/**
 * Chooses the server that accepts writes, and switches if it is gone, read-only or not ready. Switching
 * closes every connection to the previous server, so that a process never writes to two.
 */
export const writerOf = <C extends Pooled>(servers: Servers<C>): Writer<C> =>
  servers.names.length === 1 ? oneServer(servers) : severalServers(servers)
