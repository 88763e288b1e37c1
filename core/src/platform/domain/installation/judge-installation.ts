import { type FingerprintMemory, seenOf } from '../../../kernel/installation/fingerprint-memory.js'
import {
  mismatchOf,
  type InstallationFingerprint,
  type Mismatch,
} from '../../../kernel/installation/fingerprint.js'

/** What the database says of itself. */
export interface DatabaseFacts {
  readonly fingerprint: InstallationFingerprint
  readonly isHeld: boolean
  /** A database without a message has nothing that could be sent again. */
  readonly hasMessages: boolean
}

/**
 * What follows from meeting a database: it is taken for the one that is remembered from now on; nothing changes; it is
 * noted that an operator has to say whether it may take the other's place; or it must be held.
 */
export type InstallationVerdict =
  | { readonly _tag: 'Adopt' }
  | { readonly _tag: 'Stay' }
  | { readonly _tag: 'Acknowledge' }
  | { readonly _tag: 'Hold'; readonly because: Mismatch }

/** Whether there is something to be remembered of a database that is as it should be. */
const isNews = (
  { fingerprints, current }: FingerprintMemory,
  { installationId, counter }: InstallationFingerprint,
): boolean => current !== installationId || counter > (fingerprints.get(installationId)?.counter ?? 0)

/**
 * What a process with this memory does about the database that it meets. While one is held nothing is adopted: a
 * copy that is put in the place of a held one is still compared with what was seen before either.
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
