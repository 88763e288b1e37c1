import type { TE } from '../../fp.js'
import type { KeyId } from '../ids/key-id.js'
import type { KeyVersion } from '../installation/key-version.js'
import type { StorageUnavailable } from '../refusals/outage.js'

/** The current sealing key and its predecessors. */
export interface KeyStatus {
  /** The sealing key of the installation; undefined: none yet. */
  readonly sealing: KeyId | undefined
  /** All key versions, in order. */
  readonly keyVersions: readonly KeyVersion[]
}

/** The keys that the installation names (docs/decisions/0031). */
export interface KeyStatusStorage {
  /** The current key and all earlier ones. */
  status(): TE.TaskEither<StorageUnavailable, KeyStatus>
}
