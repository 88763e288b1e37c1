import { waitingLine } from './waiting-line.js'

/** The order in which waiting callers get permits. */
export interface Waiters<Who> {
  /**
   * Adds a caller; `serve` is called when its turn comes. The returned function removes it without serving
   * it.
   */
  join(who: Who, serve: () => void): () => void
  /** Removes and returns the next caller's `serve`; undefined if nobody waits. */
  next(): (() => void) | undefined
}

/** Serves callers in the order of their arrival. */
const firstComeFirstServed = (): Waiters<unknown> => {
  const line = waitingLine<() => void>()
  return { join: (_who, serve) => line.join(serve), next: line.next }
}

/** A limited number of permits, each held by one caller at a time. */
export interface Semaphore<Who = void> {
  /** Takes this many permits if they are free; returns false without waiting if they aren't. */
  tryAcquire(permits?: number): boolean
  /**
   * Takes one permit and calls `serve` with it: at once if one is free, otherwise in turn. The returned
   * function stops the waiting; after `serve` was called it does nothing.
   */
  acquire(who: Who, serve: () => void): () => void
  /** Returns this many permits. Waiting callers get them before later ones. */
  release(permits?: number): void
  /** Changes the number of permits; permits that are held stay held. */
  resize(permits: number): void
}

const nothing = (): void => undefined

/**
 * Creates a semaphore with all permits free. Without `waiters`, callers are served in the order of arrival.
 */
export const semaphore = <Who = void>(
  permits: number,
  waiters: Waiters<Who> = firstComeFirstServed(),
): Semaphore<Who> => {
  let most = permits
  let given = 0
  const tryAcquire = (wanted = 1): boolean => {
    if (given + wanted > most) return false
    given += wanted
    return true
  }
  const serveWaiters = (): void => {
    while (given < most) {
      const next = waiters.next()
      if (next === undefined) return
      given += 1
      next()
    }
  }
  return {
    tryAcquire,
    acquire: (who, serve) => {
      // A permit is never free while a caller waits, so this caller doesn't overtake anyone.
      if (!tryAcquire()) return waiters.join(who, serve)
      serve()
      return nothing
    },
    release: (returned = 1) => {
      given -= returned
      serveWaiters()
    },
    resize: (now) => {
      most = now
      serveWaiters()
    },
  }
}
