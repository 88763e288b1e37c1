import type { TE } from '../../fp.js'
import type { Installation } from '../installation/installation.js'
import type { StorageUnavailable } from '../refusals/outage.js'

/** The status of the installation (docs/decisions/0028). */
export interface InstallationStatusStorage {
  /** The installation's row. */
  read(): TE.TaskEither<StorageUnavailable, Installation>
}
