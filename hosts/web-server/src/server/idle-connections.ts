import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Pipelines } from './pipelining.js'

/**
 * How much longer than announced an idle connection stays open. A client that respects `Keep-Alive: timeout`
 * may send its last request right before the end, and that is still on its way then.
 */
export const IDLE_GRACE_MS = 1_000

/** The connections without a request in progress. */
export interface IdleConnections {
  /**
   * Closes the connection that has been idle for longest among those that `fits` accepts; false if none of
   * them is idle.
   */
  endLongest(fits?: (socket: Socket) => boolean): boolean
}

interface Needs {
  /** All connections, each with the time at which it was opened, on the clock of `performance.now()`. */
  readonly connections: ReadonlyMap<Socket, number>
  readonly pipelines: Pick<Pipelines, 'idleSinceMs'>
}

/**
 * Closes idle connections (docs/promises#slow-clients): a moment after the announced time, or earlier if
 * others need their place. Data that has arrived is read first, because timers fire before reads after a
 * pause of the process.
 */
export const watchIdleConnections = (server: Server, { connections, pipelines }: Needs): IdleConnections => {
  const sinceMs = (socket: Socket, openedAtMs: number): number | undefined =>
    socket.bytesRead === 0 ? openedAtMs : pipelines.idleSinceMs(socket)

  server.on('timeout', (socket: Socket) => {
    const idleSinceMs = pipelines.idleSinceMs(socket)
    if (idleSinceMs === undefined) return
    const end = (): void => {
      if (pipelines.idleSinceMs(socket) === idleSinceMs) socket.destroySoon()
    }
    setTimeout(() => setImmediate(end), IDLE_GRACE_MS).unref()
  })

  return {
    endLongest: (fits = () => true) => {
      let longest: Socket | undefined
      let longestSinceMs = Infinity
      for (const [socket, openedAtMs] of connections) {
        // A connection from within the process uses no socket of the operating system.
        if (!(socket instanceof Socket) || socket.destroyed || !fits(socket)) continue
        const idleSinceMs = sinceMs(socket, openedAtMs)
        if (idleSinceMs === undefined || idleSinceMs >= longestSinceMs) continue
        longest = socket
        longestSinceMs = idleSinceMs
      }
      longest?.destroy()
      return longest !== undefined
    },
  }
}
