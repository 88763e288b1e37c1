import type { InstallationFingerprint } from '../../kernel/installation/fingerprint.js'
import {
  acknowledging,
  adopting,
  type FingerprintMemory,
  NO_FINGERPRINT_MEMORY,
} from '../../kernel/installation/fingerprint-memory.js'

/**
 * Stores the highest fingerprint of a database that this process, and earlier ones on this machine, have
 * seen. Adapters: a file in the data directory; memory only for programs without one.
 */
export interface FingerprintStore {
  /** Returns what is currently stored. */
  memory(): FingerprintMemory
  /** Stores a fingerprint as the highest; resolves after it is stored durably. Never rejects. */
  adopt(fingerprint: InstallationFingerprint): Promise<void>
  /**
   * Records an installation that is on hold because another one was seen at its address before. Never
   * rejects.
   */
  acknowledge(installationId: string): Promise<void>
}

/** A store that lasts as long as the process. */
export const inMemory = (): FingerprintStore => {
  let memory = NO_FINGERPRINT_MEMORY
  return {
    memory: () => memory,
    adopt: (fingerprint) => {
      memory = adopting(memory, fingerprint)
      return Promise.resolve()
    },
    acknowledge: (installationId) => {
      memory = acknowledging(memory, installationId)
      return Promise.resolve()
    },
  }
}
