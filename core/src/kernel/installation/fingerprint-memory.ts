import type { InstallationFingerprint } from './fingerprint.js'

/** The databases that a process, and earlier processes on this machine, have connected to. */
export interface FingerprintMemory {
  /** The highest fingerprint of each installation. */
  readonly fingerprints: ReadonlyMap<string, InstallationFingerprint>
  /** The installation that was last used at this address; undefined: none. */
  readonly current: string | undefined
  /**
   * Installations that were found held after they replaced another one. A super admin must decide on each; once
   * released, it is adopted.
   */
  readonly acknowledged: ReadonlySet<string>
}

export const NO_FINGERPRINT_MEMORY: FingerprintMemory = {
  fingerprints: new Map(),
  current: undefined,
  acknowledged: new Set(),
}

/**
 * The fingerprint to compare a database with: its own highest one, or that of the installation that was
 * previously at its address.
 */
export const seenOf = (
  { fingerprints, current }: FingerprintMemory,
  installationId: string,
): InstallationFingerprint | undefined =>
  fingerprints.get(installationId) ?? (current === undefined ? undefined : fingerprints.get(current))

/**
 * Stores the fingerprint as the highest of its installation, and the installation as the one at this address.
 */
export const adopting = (
  memory: FingerprintMemory,
  fingerprint: InstallationFingerprint,
): FingerprintMemory => ({
  ...memory,
  fingerprints: new Map([...memory.fingerprints, [fingerprint.installationId, fingerprint]]),
  current: fingerprint.installationId,
})

/** Records that an installation was found held after it replaced another one. */
export const acknowledging = (memory: FingerprintMemory, installationId: string): FingerprintMemory => ({
  ...memory,
  acknowledged: new Set([...memory.acknowledged, installationId]),
})

/**
 * Merges the memory of two processes on one machine; the second one determines the installation at the
 * address.
 */
export const mergedMemory = (other: FingerprintMemory, own: FingerprintMemory): FingerprintMemory => {
  const fingerprints = new Map(other.fingerprints)
  for (const fingerprint of own.fingerprints.values()) {
    const known = fingerprints.get(fingerprint.installationId)
    if (known === undefined || known.counter <= fingerprint.counter)
      fingerprints.set(fingerprint.installationId, fingerprint)
  }
  const acknowledged = new Set([...other.acknowledged, ...own.acknowledged])
  return { fingerprints, current: own.current ?? other.current, acknowledged }
}
