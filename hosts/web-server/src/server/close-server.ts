import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as allRead, setTimeout as pause } from 'node:timers/promises'
import type { Exchanges } from '../answering/exchanges.js'
import type { Pipelines } from './pipelining.js'

/** What a connection without a request under way may still be doing: flushing its last answer. */
const FLUSH_MS = 500
const LOOK_MS = 5

/** What a server still has to answer, and for how long at the most. */
export interface OpenConnections {
  readonly connections: ReadonlyMap<Socket, number>
  readonly exchanges: Exchanges
  readonly pipelines: Pick<Pipelines, 'idleSinceMs'>
  readonly limitMs: number
}

/**
 * Tracks the connections of a server, each with the time at which it was opened, on the clock of `performance.now()`: Node closes
 * only those that it knows to be idle.
 */
export const trackConnections = (server: Server): ReadonlyMap<Socket, number> => {
  const connections = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, performance.now())
    socket.on('close', () => connections.delete(socket))
  })
  return connections
}

/** Stops accepting, and leaves every connection as it is. Resolves when the last has ended. */
export const stopAccepting = (server: Server): Promise<void> =>
  // A server of HTTP would end its idle connections with that, and with them what is on its way to it.
  new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))

/** Waits for the open requests of who listens nowhere, no longer than `limitMs`, and ends the connections. */
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
 * Waits for the open requests of a server that accepts no more, until it is `closed`; undefined: it listened nowhere. Connections that carry none are ended
 * after a moment, all others after `limitMs`.
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
  // A request that has arrived already makes its connection a busy one.
  await allRead()
  server.closeIdleConnections()
  const ending = setInterval(() => setImmediate(endSilent), FLUSH_MS)
  const cut = setTimeout(() => server.closeAllConnections(), limitMs)
  await closed
  clearInterval(ending)
  clearTimeout(cut)
}
