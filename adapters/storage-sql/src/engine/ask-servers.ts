import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { NoConnectionError, type Pooled } from './knex-pool.js'

/** The servers of one database, and how a driver connects to them. */
export interface Servers<C extends Pooled> {
  /** `host:port` of each, in the order of the setting. */
  readonly names: readonly string[]
  /** Opens a connection for queries about the server itself. If it rejects, no connection stays open. */
  open(server: number): Promise<C>
  /** Why the server accepts no writes at the moment; undefined: it accepts them. */
  refusalOf(connection: C): Promise<string | undefined>
  /** Closes the connection at once. Statements in progress on it fail. */
  cut(connection: C): void
}

/** How long a server has to connect and respond before the next one is used. */
const RESPONSE_MS = 1_000
/** How often the server in use is asked whether it still accepts writes. */
const WATCH_EVERY_MS = 500

const TOO_SLOW = `no response within ${RESPONSE_MS} ms`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The work's outcome if it arrives in time; `late` gets a later result. A process that was paused first reads
 * the data that has arrived meanwhile (docs/promises#responses-during-a-pause).
 */
const withinTime = async <A>(work: Promise<A>, late: (result: A) => void): Promise<A> => {
  const timer = new AbortController()
  let isLate = false
  const timeout = sleep(RESPONSE_MS, undefined, { signal: timer.signal })
    .then(() => nextTurn())
    .then(() => {
      isLate = true
      throw new Error(TOO_SLOW)
    })
  work.then(
    (result) => (isLate ? late(result) : undefined),
    () => undefined,
  )
  try {
    return await Promise.race([work, timeout])
  } finally {
    timer.abort()
    timeout.catch(() => undefined)
  }
}

/** Asks one server on a connection of its own, which is closed afterwards. */
const askServer = async <C extends Pooled>(
  { open, refusalOf, cut }: Servers<C>,
  server: number,
): Promise<string | undefined> => {
  let connection: C | undefined
  try {
    connection = await withinTime(open(server), cut)
    return await withinTime(refusalOf(connection), () => undefined)
  } catch (error) {
    return messageOf(error)
  } finally {
    if (connection !== undefined) cut(connection)
  }
}

/** The first server in this order that accepts writes; all are asked at once. */
export const firstThatWrites = async <C extends Pooled>(
  servers: Servers<C>,
  order: readonly number[],
): Promise<number> => {
  const checks = order.map((server) => ({ server, refusal: askServer(servers, server) }))
  const refusals: string[] = []
  for (const { server, refusal } of checks) {
    const reason = await refusal
    if (reason === undefined) return server
    refusals.push(`${servers.names[server]}: ${reason}`)
  }
  throw new NoConnectionError(`no server takes writes: ${refusals.join('; ')}`)
}

/** Why a watched server can't be used. */
export type WatchFinding = 'refuses writes' | 'no response'

/** Watches one server at a time on a connection of its own. */
export interface ServerObserver {
  /** Starts to watch. The server to watch is looked up for each query. */
  start(): void
  /** Stops watching and closes its connection. */
  end(): void
}

/**
 * Asks the server twice a second whether it accepts writes, and reports if not. A paused or unreachable
 * server shows by not responding in time.
 */
export const watchServer = <C extends Pooled>(
  { open, refusalOf, cut }: Servers<C>,
  serverNow: () => number | undefined,
  report: (server: number, finding: WatchFinding) => void,
): ServerObserver => {
  let timer: NodeJS.Timeout | undefined
  let watching: { readonly server: number; readonly connection: C } | undefined
  let isAsking = false

  const close = (): void => {
    if (watching !== undefined) cut(watching.connection)
    watching = undefined
  }

  const ask = async (server: number): Promise<void> => {
    if (watching?.server !== server) close()
    try {
      watching ??= { server, connection: await withinTime(open(server), cut) }
      if ((await withinTime(refusalOf(watching.connection), () => undefined)) === undefined) return
      close()
      report(server, 'refuses writes')
    } catch {
      close()
      report(server, 'no response')
    }
  }

  const askOnce = (): void => {
    const server = serverNow()
    if (server === undefined || isAsking) return
    isAsking = true
    void ask(server).finally(() => {
      isAsking = false
      if (timer === undefined) close()
    })
  }

  return {
    start: () => {
      timer ??= setInterval(askOnce, WATCH_EVERY_MS).unref()
    },
    end: () => {
      clearInterval(timer)
      timer = undefined
      if (!isAsking) close()
    },
  }
}
