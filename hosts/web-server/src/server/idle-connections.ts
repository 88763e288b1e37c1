import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Pipelines } from './pipelining.js'

/**
 * How much longer than announced an idle connection stays open: a client that keeps to `Keep-Alive: timeout` sends its
 * last request right before that, and the request is still on its way then.
 */
export const IDLE_GRACE_MS = 1_000

/** The connections over which no request is on its way. */
export interface IdleConnections {
  /** Ends the connection that has been idle for longest, of those that `fits` names; false if none of them is idle. */
  endLongest(fits?: (socket: Socket) => boolean): boolean
}

interface Needs {
  /** All connections, each with the time at which it was opened, on the clock of `performance.now()`. */
  readonly connections: ReadonlyMap<Socket, number>
  readonly pipelines: Pick<Pipelines, 'idleSinceMs'>
}

/**
 * Ends idle connections (docs/promises#slow-clients): a moment after the time that was announced, and earlier if there have to
 * be others. Everything that has arrived is read before: after a pause of the process, timers come first.
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
        // A connection from within the process isn't one of the system's.
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
