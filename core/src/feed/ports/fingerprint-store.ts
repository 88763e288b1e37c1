import type { InstallationFingerprint } from '../../kernel/installation/fingerprint.js'
import {
  acknowledging,
  adopting,
  type FingerprintMemory,
  NO_FINGERPRINT_MEMORY,
} from '../../kernel/installation/fingerprint-memory.js'

/**
 * Remembers the highest fingerprint that this process, and those before it on this machine, have seen of a database. Adapters:
 * a file of the data directory; memory alone for programs without one.
 */
export interface FingerprintStore {
  /** What is remembered at this moment. */
  memory(): FingerprintMemory
  /** Takes it as the highest from now on; resolves once it also survives this process. Never rejects. */
  adopt(fingerprint: InstallationFingerprint): Promise<void>
  /** Notes that an installation is held in the place of the one that was seen. Never rejects. */
  acknowledge(installationId: string): Promise<void>
}

/** Remembers for as long as the process lives. */
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
