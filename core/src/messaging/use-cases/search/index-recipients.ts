import { searchedDigest, searchedRecipient } from '../../domain/messages/recipient-search.js'
import type { KeyId } from '../../../kernel/ids/key-id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { KeyStatusStorage } from '../../../kernel/ports/key-status-storage.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { SearchKey, SearchProgress, SearchStorage } from '../../ports/search-storage.js'

interface Needs {
  readonly storage: { readonly keys: KeyStatusStorage; readonly search: SearchStorage }
  readonly keyedDigests: KeyedDigests
}

/** The digest function of the index for this key. */
export const searchKeyOf = (
  { keyedDigests }: { readonly keyedDigests: KeyedDigests },
  keyId: KeyId,
): SearchKey => ({
  keyId,
  digestOf: (to) => searchedDigest(keyedDigests.of('recipient', searchedRecipient(to), keyId)),
})

const NOTHING: SearchProgress = { messages: 0, isMore: false }

/**
 * Indexes the next messages by their recipients, about `most` of them. It does nothing if the installation
 * names a key that this process doesn't have; other processes do it.
 */
export const indexRecipients =
  (needs: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, SearchProgress> =>
  async () => {
    const { storage, keyedDigests } = needs
    const status = await storage.keys.status()()
    if (E.isLeft(status)) return status
    const keyId = status.right.sealing ?? keyedDigests.own
    return keyedDigests.has(keyId)
      ? storage.search.index(searchKeyOf(needs, keyId), most)()
      : E.right(NOTHING)
  }
