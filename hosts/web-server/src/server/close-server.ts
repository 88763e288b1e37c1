import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as allRead, setTimeout as pause } from 'node:timers/promises'
import type { Exchanges } from '../answering/exchanges.js'
import type { Pipelines } from './pipelining.js'

/** The time for a connection without an open request to flush its last response. */
const FLUSH_MS = 500
const LOOK_MS = 5

/** The connections of a server with requests to finish, and the time limit. */
export interface OpenConnections {
  readonly connections: ReadonlyMap<Socket, number>
  readonly exchanges: Exchanges
  readonly pipelines: Pick<Pipelines, 'idleSinceMs'>
  readonly limitMs: number
}

/**
 * Tracks the connections of a server, each with the time at which it was opened, on the clock of
 * `performance.now()`. Node closes only those that it knows to be idle.
 */
export const trackConnections = (server: Server): ReadonlyMap<Socket, number> => {
  const connections = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, performance.now())
    socket.on('close', () => connections.delete(socket))
  })
  return connections
}

/** Stops accepting, and doesn't touch open connections. Resolves when the last one has closed. */
export const stopAccepting = (server: Server): Promise<void> =>
  // `close` of an HTTP server would also close idle connections, and lose requests that are on their way to
  // it.
  new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))

/**
 * Waits for the open requests of a server that doesn't listen, at most `limitMs`, and closes the connections.
 */
const onceAnswered = async ({
  connections,
  exchanges,
  limitMs,
}: Omit<OpenConnections, 'pipelines'>): Promise<void> => {
  const untilMs = performance.now() + limitMs
  while (exchanges.underWay() > 0 && performance.now() < untilMs) await pause(LOOK_MS)
  for (const socket of connections.keys()) socket.destroy()
}

/**
 * Waits for the open requests of a server that no longer accepts, until it is `closed`; undefined if it never
 * listened. Connections without a request are closed after a moment, all others after `limitMs`.
 */
export const endConnections = async (
  server: Server,
  closed: Promise<void> | undefined,
  open: OpenConnections,
): Promise<void> => {
  if (closed === undefined) return onceAnswered(open)
  const { connections, exchanges, pipelines, limitMs } = open
  const isArriving = (socket: Socket): boolean =>
    socket.bytesRead > 0 && pipelines.idleSinceMs(socket) === undefined
  const endSilent = (): void => {
    for (const socket of connections.keys())
      if (exchanges.on(socket).length === 0 && !isArriving(socket)) socket.destroySoon()
  }
  // A connection with a request that has arrived but isn't read yet must count as busy.
  await allRead()
  server.closeIdleConnections()
  const ending = setInterval(() => setImmediate(endSilent), FLUSH_MS)
  const cut = setTimeout(() => server.closeAllConnections(), limitMs)
  await closed
  clearInterval(ending)
  clearTimeout(cut)
}
