import type { Mark } from '../domain/installation/mark.js'

/**
 * Remembers the highest mark that this process, and those before it on this machine, have seen of the database.
 * Adapters: a file of the data directory; memory alone for programs without one.
 */
export interface MarkKeeper {
  /** Undefined: none was seen yet. */
  seen(): Mark | undefined
  /** Whether an operator was asked about this installation already, when it was met in the place of another. */
  isAcknowledged(installationId: string): boolean
  /** Takes it as the highest from now on; resolves once it also survives this process. Never rejects. */
  adopt(mark: Mark): Promise<void>
  /** Notes that an installation is held in the place of the one that was seen. Never rejects. */
  acknowledge(installationId: string): Promise<void>
}

/** Remembers for as long as the process lives. */
export const inMemory = (): MarkKeeper => {
  let seen: Mark | undefined
  const acknowledged = new Set<string>()
  return {
    seen: () => seen,
    isAcknowledged: (installationId) => acknowledged.has(installationId),
    adopt: (mark) => {
      seen = mark
      return Promise.resolve()
    },
    acknowledge: (installationId) => {
      acknowledged.add(installationId)
      return Promise.resolve()
    },
  }
}
