import type { InstallationFingerprint } from './fingerprint.js'

/** What a process, and those before it on this machine, remember of the databases that they met. */
export interface FingerprintMemory {
  /** The highest fingerprint of each installation. */
  readonly fingerprints: ReadonlyMap<string, InstallationFingerprint>
  /** The installation that was met last at this address; undefined: none was. */
  readonly current: string | undefined
  /** Those that were met held in the place of another: an operator is asked about each of them. */
  readonly acknowledged: ReadonlySet<string>
}

export const NO_FINGERPRINT_MEMORY: FingerprintMemory = {
  fingerprints: new Map(),
  current: undefined,
  acknowledged: new Set(),
}

/** What a database is compared with: its own highest fingerprint, or that of the installation which was at its address before. */
export const seenOf = (
  { fingerprints, current }: FingerprintMemory,
  installationId: string,
): InstallationFingerprint | undefined =>
  fingerprints.get(installationId) ?? (current === undefined ? undefined : fingerprints.get(current))

/** Takes the fingerprint for the highest, and its installation for the one at this address. */
export const adopting = (
  memory: FingerprintMemory,
  fingerprint: InstallationFingerprint,
): FingerprintMemory => ({
  ...memory,
  fingerprints: new Map([...memory.fingerprints, [fingerprint.installationId, fingerprint]]),
  current: fingerprint.installationId,
})

/** Notes that an installation is held in the place of another. */
export const acknowledging = (memory: FingerprintMemory, installationId: string): FingerprintMemory => ({
  ...memory,
  acknowledged: new Set([...memory.acknowledged, installationId]),
})

/** What two processes of one machine know together, as the second sees its address. */
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
