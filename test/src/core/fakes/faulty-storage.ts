import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import { type MemoryStorage, memoryStorage } from '@postrider/memory/memory-storage'
import { type Faults, plannedFaults } from './faults.js'

/** A storage in memory, and the faults it can be told to have. */
export interface FaultyStorage extends MemoryStorage {
  readonly faults: Faults
  /** From now on the database refuses acceptances like this one. */
  refuse(isPoison: (acceptance: NewAcceptance) => boolean): void
}

export const faultyStorage = (): FaultyStorage => {
  const faults = plannedFaults()
  let isPoison: (acceptance: NewAcceptance) => boolean = () => false
  const refuses = (acceptance: NewAcceptance): boolean => isPoison(acceptance)
  return {
    ...memoryStorage({ calls: faults, refuses, nowMs: () => 0 }),
    faults,
    refuse: (when) => {
      isPoison = when
    },
  }
}
