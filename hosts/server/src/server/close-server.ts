import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Exchanges } from '../answering/exchanges.js'

/** What a connection without a request under way may still be doing: flushing its last answer. */
const FLUSH_MS = 500
const LOOK_MS = 5

/** What a server still has to answer, and for how long at the most. */
export interface OpenConnections {
  readonly connections: ReadonlySet<Socket>
  readonly exchanges: Exchanges
  readonly limitMs: number
}

/** Tracks the connections of a server, because Node closes only those that it knows to be idle. */
export const trackConnections = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  return connections
}

/** Stops accepting, and leaves every connection as it is. Resolves when the last has ended. */
export const stopAccepting = (server: Server): Promise<void> =>
  // A server of HTTP would end its idle connections with that, and with them what is on its way to it.
  new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))

/** Waits for the open requests of who listens nowhere, no longer than `limitMs`, and ends the connections. */
const onceAnswered = async ({ connections, exchanges, limitMs }: OpenConnections): Promise<void> => {
  const untilMs = performance.now() + limitMs
  while (exchanges.underWay() > 0 && performance.now() < untilMs) await pause(LOOK_MS)
  for (const socket of connections) socket.destroy()
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
  const { connections, exchanges, limitMs } = open
  server.closeIdleConnections()
  const endSilent = setInterval(() => {
    for (const socket of connections) if (exchanges.on(socket).length === 0) socket.destroySoon()
  }, FLUSH_MS)
  const cut = setTimeout(() => server.closeAllConnections(), limitMs)
  await closed
  clearInterval(endSilent)
  clearTimeout(cut)
}
