import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { KeyId } from '../../../kernel/ids/key-id.js'

/** The time of one key, from when the installation names it until it names another. */
export interface KeyVersion {
  readonly keyId: KeyId
  readonly namedAtMs: EpochMs
  /** Undefined: it is the key that seals. */
  readonly closedAtMs: EpochMs | undefined
  /** When everything was found to be under this key; undefined: it is not known to be yet. */
  readonly finishedAtMs: EpochMs | undefined
}
