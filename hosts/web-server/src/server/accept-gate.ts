import type { Server } from 'node:http'

/** How long requests wait at the most for connections that keep coming. */
const MOST_MS = 5

/** Where connections come in. */
export interface AcceptGate {
  /** Sees who comes to the server. */
  watch(server: Pick<Server, 'on'>): void
  /** Resolves once nobody stands outside any more, or has for too long; undefined where nobody does: nothing is waited for. */
  whenIn(): Promise<void> | undefined
}

/**
 * Lets those in who stand outside before the requests of those who are in are worked on. Node lets one connection in at each turn
 * of its event loop, and a turn takes as long as the work on all requests that it brings: of 256 clients that come back at once
 * to a busy host the last would stand outside for seconds. So where a connection has come, requests wait until one turn
 * brings none, but no longer than `mostMs` at a time.
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
