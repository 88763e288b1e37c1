import { type EpochMs, MINUTE_MS, SECOND_MS } from '../time/epoch-ms.js'
import type { InstallationFingerprint, Mismatch } from './fingerprint.js'

/** Why nothing is sent: what was found at a connection, a copy's own fingerprint, or an operator's word. */
export type HoldCause = Mismatch | 'backup' | 'operator'

/**
 * What the latest restoration leaves behind: messages accepted before `beforeMs` may have been sent by the database
 * that this one was copied from, so that each waits for an operator's word, given since `sinceMs`.
 */
export interface RestoreHold {
  readonly sinceMs: EpochMs
  readonly beforeMs: EpochMs
}

/** What the database knows of itself: one row. */
export interface Installation {
  readonly fingerprint: InstallationFingerprint
  readonly raisedAtMs: EpochMs
  readonly createdAtMs: EpochMs
  /** Undefined: not held. */
  readonly hold: { readonly sinceMs: EpochMs; readonly because: HoldCause } | undefined
  /** Undefined: never held. */
  readonly restoreHold: RestoreHold | undefined
  /** The id of the key that seals; undefined until a process names it. */
  readonly sealingKey: string | undefined
  /** What ledger heads are signed with, in PEM; the private half is sealed. Undefined until it is made. */
  readonly signingKey: { readonly publicKey: string; readonly sealed: string } | undefined
  /** When heads were last signed. */
  readonly headsAtMs: EpochMs | undefined
}

/** What a copy says it accepted last may be ahead of the clock that fingerprints it. */
export const RESTORE_HOLD_MARGIN_MS = MINUTE_MS

/** How much further a release puts the counter: beyond what anybody can have seen of the history that was left. */
export const RELEASE_STEP = 1_000_000

/** Machines' clocks differ by less than this, else they are not ready. */
const CLOCKS_DIFFER_MS = 10 * SECOND_MS

/** The restore hold once sending is resumed: it must not catch what is accepted afterwards by a machine whose clock is behind. */
export const restoreHoldAtRelease = ({ sinceMs, beforeMs }: RestoreHold, nowMs: EpochMs): RestoreHold => ({
  sinceMs,
  beforeMs: Math.max(sinceMs, Math.min(beforeMs, nowMs - CLOCKS_DIFFER_MS)),
})
