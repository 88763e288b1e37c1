import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Exchanges } from '../answering/exchanges.js'

/** What a connection without a request under way may still be doing: flushing its last answer. */
const FLUSH_MS = 500

/** Tracks the connections of a server, because Node closes only those that it knows to be idle. */
export const trackConnections = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  return connections
}

/**
 * Stops accepting and waits for open requests. Connections that carry none are ended after a moment, all others
 * after `limitMs`.
 */
export const closeServer = async (
  server: Server,
  connections: ReadonlySet<Socket>,
  exchanges: Exchanges,
  limitMs: number,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const endSilent = setInterval(() => {
    for (const socket of connections) if (exchanges.on(socket).length === 0) socket.destroySoon()
  }, FLUSH_MS)
  const cut = setTimeout(() => server.closeAllConnections(), limitMs)
  await closed
  clearInterval(endSilent)
  clearTimeout(cut)
}
