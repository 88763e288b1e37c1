import { waitingLine } from './waiting-line.js'

/** In which order those are served who wait for a permit. */
export interface Waiters<Who> {
  /** Waits behind those who are served before; the answer leaves without having been served. */
  join(who: Who, serve: () => void): () => void
  /** Who is served next; leaves with it. Undefined where nobody waits. */
  next(): (() => void) | undefined
}

/** In the order in which they came. */
const firstComeFirstServed = (): Waiters<unknown> => {
  const line = waitingLine<() => void>()
  return { join: (_who, serve) => line.join(serve), next: line.next }
}

/** So many permits, each of which is given to one at a time. */
export interface Semaphore<Who = void> {
  /** Takes so many permits if they are free; who gets none does not wait. */
  tryAcquire(permits?: number): boolean
  /**
   * Takes one permit, which comes with the call of `serve`: at once where one is free, else in turn. The answer stops the
   * waiting; once the permit has come it does nothing.
   */
  acquire(who: Who, serve: () => void): () => void
  /** Gives so many permits back: to those who wait, before anybody who comes later. */
  release(permits?: number): void
  /** How many permits there are from now on; those that were given stay given. */
  resize(permits: number): void
}

const nothing = (): void => undefined

/** A semaphore of which every permit is free. Without `waiters`, who waits is served in the order of arrival. */
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
      // A permit is never free while somebody waits for one, so who comes now is not before them.
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
