import type { EpochMs } from '../time/epoch-ms.js'
import type { KeyId } from '../ids/key-id.js'

/**
 * The period of one key, from when it becomes the installation's sealing key until another one replaces it.
 */
export interface KeyVersion {
  readonly keyId: KeyId
  readonly namedAtMs: EpochMs
  /** Undefined: it is the current sealing key. */
  readonly closedAtMs: EpochMs | undefined
  /** When everything was found to be sealed under this key; undefined: not yet. */
  readonly finishedAtMs: EpochMs | undefined
}
