import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import { type MemoryStorage, memoryStorage } from './storage/memory-storage.js'
import { type Faults, plannedFaults } from './faults.js'

/** An in-memory storage with faults that tests inject. */
export interface FaultyStorage extends MemoryStorage {
  readonly faults: Faults
  /** Makes the database refuse acceptances like this one from now on. */
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
