import type { Server } from 'node:http'

/** The maximum time that requests wait for connections that keep arriving. */
const MOST_MS = 5

/** The point at which connections are accepted. */
export interface AcceptGate {
  /** Watches the connections of the server. */
  watch(server: Pick<Server, 'on'>): void
  /**
   * Resolves once no connection is waiting to be accepted, or after too long; undefined if none is waiting.
   */
  whenIn(): Promise<void> | undefined
}

/**
 * Accepts waiting connections before requests are processed. Node accepts one connection per turn of its
 * event loop, and a turn takes as long as the work on all requests in it. If 256 clients reconnect to a busy
 * host at once, the last would wait for seconds. So after a new connection, requests wait until one turn
 * brings none, but at most `mostMs` at a time.
 */
export const createAcceptGate = (mostMs: number = MOST_MS): AcceptGate => {
  let open: { readonly done: Promise<void>; readonly finish: () => void } | undefined
  let hasCome = false
  let untilMs = 0

  const turn = (): void => {
    if (hasCome && performance.now() < untilMs) {
      hasCome = false
      setImmediate(turn)
      return
    }
    open?.finish()
    open = undefined
  }

  const come = (): void => {
    hasCome = true
    if (open !== undefined) return
    let finish = (): void => undefined
    open = { done: new Promise((resolve) => (finish = resolve)), finish: () => finish() }
    untilMs = performance.now() + mostMs
    setImmediate(turn)
  }

  return { watch: (server) => void server.on('connection', come), whenIn: () => open?.done }
}
