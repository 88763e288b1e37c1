/**
 * How far an installation's database has advanced. A process that remembers a fingerprint can detect that a
 * later database is another one, or an older copy (docs/decisions/0028).
 */
export interface InstallationFingerprint {
  /** 32 hexadecimal digits, drawn once. */
  readonly installationId: string
  /** Raised once a minute while a process is running. */
  readonly counter: number
  /**
   * 32 hexadecimal digits, drawn at each raise: two histories with the same counter have different values.
   */
  readonly value: string
}

/** Why a database isn't the one that was seen before. */
export type Mismatch = 'another_installation' | 'counter_went_back' | 'another_history'

/** Why the found fingerprint can't follow the seen one; undefined: it can. */
export const mismatchOf = (
  seen: InstallationFingerprint,
  found: InstallationFingerprint,
): Mismatch | undefined => {
  if (found.installationId !== seen.installationId) return 'another_installation'
  if (found.counter < seen.counter) return 'counter_went_back'
  return found.counter === seen.counter && found.value !== seen.value ? 'another_history' : undefined
}
