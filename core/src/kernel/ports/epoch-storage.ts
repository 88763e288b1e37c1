import type { TE } from '../../fp.js'
import type { StorageUnavailable } from '../refusals/outage.js'

/** The epoch of the catalog, which advances with each change of it. */
export interface EpochStorage {
  /** The current epoch. */
  epoch(): TE.TaskEither<StorageUnavailable, number>
}
