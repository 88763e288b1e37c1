import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ServerCredential } from '../domain/credential.js'

/** Looks up the credentials of customers' servers. */
export interface CredentialStorage {
  /** The credential with this selector, and the epoch of the reading. */
  credential(selector: string): TE.TaskEither<StorageUnavailable, AsOf<ServerCredential | undefined>>
}
