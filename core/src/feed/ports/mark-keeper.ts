import type { Mark } from '../../kernel/installation/mark.js'
import {
  acknowledging,
  adopting,
  type MarkMemory,
  NO_MARK_MEMORY,
} from '../../kernel/installation/mark-memory.js'

/**
 * Remembers the highest mark that this process, and those before it on this machine, have seen of a database. Adapters:
 * a file of the data directory; memory alone for programs without one.
 */
export interface MarkKeeper {
  /** What is remembered at this moment. */
  memory(): MarkMemory
  /** Takes it as the highest from now on; resolves once it also survives this process. Never rejects. */
  adopt(mark: Mark): Promise<void>
  /** Notes that an installation is held in the place of the one that was seen. Never rejects. */
  acknowledge(installationId: string): Promise<void>
}

/** Remembers for as long as the process lives. */
export const inMemory = (): MarkKeeper => {
  let memory = NO_MARK_MEMORY
  return {
    memory: () => memory,
    adopt: (mark) => {
      memory = adopting(memory, mark)
      return Promise.resolve()
    },
    acknowledge: (installationId) => {
      memory = acknowledging(memory, installationId)
      return Promise.resolve()
    },
  }
}
