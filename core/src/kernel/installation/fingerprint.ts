/**
 * How far an installation's database has come. A process that remembers a fingerprint can tell whether a database that it meets
 * later is that one, and no earlier copy of it (docs/decisions/0028).
 */
export interface InstallationFingerprint {
  /** 32 hexadecimal digits, drawn once. */
  readonly installationId: string
  /** Raised once a minute while somebody is at work. */
  readonly counter: number
  /** 32 hexadecimal digits, drawn afresh with each raise: two histories that count alike have different ones. */
  readonly value: string
}

/** Why a database is not the one that was seen. */
export type Mismatch = 'another_installation' | 'counter_went_back' | 'another_history'

/** Whether what is found can follow what was seen; undefined: it can. */
export const mismatchOf = (
  seen: InstallationFingerprint,
  found: InstallationFingerprint,
): Mismatch | undefined => {
  if (found.installationId !== seen.installationId) return 'another_installation'
  if (found.counter < seen.counter) return 'counter_went_back'
  return found.counter === seen.counter && found.value !== seen.value ? 'another_history' : undefined
}
