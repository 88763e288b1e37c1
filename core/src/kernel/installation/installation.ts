import { type EpochMs, MINUTE_MS, SECOND_MS } from '../time/epoch-ms.js'
import type { InstallationFingerprint, Mismatch } from './fingerprint.js'

/**
 * Why sending is held: a mismatch found at a connection, a backup's own fingerprint, or a super admin's
 * request.
 */
export type HoldCause = Mismatch | 'backup' | 'operator'

/**
 * The hold left by the latest restore. Messages accepted before `beforeMs` may already have been sent by the
 * original database. A super admin must decide on each of them; `sinceMs` is the start of the hold.
 */
export interface RestoreHold {
  readonly sinceMs: EpochMs
  readonly beforeMs: EpochMs
}

/** The single row that a database stores about itself. */
export interface Installation {
  readonly fingerprint: InstallationFingerprint
  readonly raisedAtMs: EpochMs
  readonly createdAtMs: EpochMs
  /** Undefined: sending isn't held. */
  readonly hold: { readonly sinceMs: EpochMs; readonly because: HoldCause } | undefined
  /** Undefined: never restored. */
  readonly restoreHold: RestoreHold | undefined
  /** The id of the key that seals; undefined until a process sets it. */
  readonly sealingKey: string | undefined
  /**
   * The key pair that signs ledger heads, in PEM; the private half is sealed. Undefined until it is created.
   */
  readonly signingKey: { readonly publicKey: string; readonly sealed: string } | undefined
  /** When ledger heads were last signed. */
  readonly headsAtMs: EpochMs | undefined
}

/** The last acceptance time in a copy may be ahead of the clock that fingerprints it. */
export const RESTORE_HOLD_MARGIN_MS = MINUTE_MS

/**
 * How much a release raises the counter: above every value that a process can have seen in the abandoned
 * history.
 */
export const RELEASE_STEP = 1_000_000

/** The clocks of ready machines differ by less than this. */
const CLOCKS_DIFFER_MS = 10 * SECOND_MS

/**
 * The restore hold after sending is resumed. It must not include messages that a machine with a slow clock
 * accepts afterwards.
 */
export const restoreHoldAtRelease = ({ sinceMs, beforeMs }: RestoreHold, nowMs: EpochMs): RestoreHold => ({
  sinceMs,
  beforeMs: Math.max(sinceMs, Math.min(beforeMs, nowMs - CLOCKS_DIFFER_MS)),
})
