import type { UnknownKey } from '../../../kernel/ids/key-id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'

/** The outage for a second factor that can't be read here: another process may have its key. */
export const unreadable = ({ keyId }: UnknownKey): StorageUnavailable => ({
  _tag: 'StorageUnavailable',
  cause: `a second factor is encrypted with the key ${keyId}, which this process does not have`,
})
