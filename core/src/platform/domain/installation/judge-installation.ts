import { type FingerprintMemory, seenOf } from '../../../kernel/installation/fingerprint-memory.js'
import {
  mismatchOf,
  type InstallationFingerprint,
  type Mismatch,
} from '../../../kernel/installation/fingerprint.js'

/** What the database reports about itself. */
export interface DatabaseFacts {
  readonly fingerprint: InstallationFingerprint
  readonly isHeld: boolean
  /** A database without messages has nothing that could be sent twice. */
  readonly hasMessages: boolean
}

/**
 * How to treat a database. `Adopt`: remember it as the current one. `Stay`: change nothing. `Acknowledge`:
 * record that a super admin must decide whether it may replace the other one. `Hold`: hold it.
 */
export type InstallationVerdict =
  | { readonly _tag: 'Adopt' }
  | { readonly _tag: 'Stay' }
  | { readonly _tag: 'Acknowledge' }
  | { readonly _tag: 'Hold'; readonly because: Mismatch }

/** Whether there is something new to remember about an accepted database. */
const isNews = (
  { fingerprints, current }: FingerprintMemory,
  { installationId, counter }: InstallationFingerprint,
): boolean => current !== installationId || counter > (fingerprints.get(installationId)?.counter ?? 0)

/**
 * Decides how a process with this memory treats the database that it connects to. A held database is never
 * adopted: if a copy replaces it, that copy is still compared with what was seen before both.
 */
export const judgeInstallation = (
  memory: FingerprintMemory,
  { fingerprint, isHeld, hasMessages }: DatabaseFacts,
): InstallationVerdict => {
  const seen = seenOf(memory, fingerprint.installationId)
  if (seen === undefined) return isHeld ? { _tag: 'Stay' } : { _tag: 'Adopt' }
  const mismatch = mismatchOf(seen, fingerprint)
  if (isHeld) return { _tag: mismatch === 'another_installation' ? 'Acknowledge' : 'Stay' }
  if (mismatch === undefined) return { _tag: isNews(memory, fingerprint) ? 'Adopt' : 'Stay' }
  const isKnown = mismatch === 'another_installation' && memory.acknowledged.has(fingerprint.installationId)
  return !hasMessages || isKnown ? { _tag: 'Adopt' } : { _tag: 'Hold', because: mismatch }
}
