import type { Message } from '../../domain/messages/message.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { E } from '../../../fp.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { OwnedSearchPage, SearchStatus, SearchStorage } from '../../ports/search-storage.js'
import { searchKeyOf } from './index-recipients.js'

interface Needs {
  readonly storage: { readonly search: SearchStorage }
  readonly keyedDigests: KeyedDigests
}

/** Messages to a recipient, newest first, for each key of the index that this process has. */
export const messagesTo = (
  needs: Needs,
  recipient: string,
  { generations }: SearchStatus,
  page: OwnedSearchPage,
): Promise<E.Either<StorageUnavailable, AsOf<readonly Message[]>>> => {
  const known = generations
    .filter(({ keyId }) => needs.keyedDigests.has(keyId))
    .map(({ generation, keyId }) => ({ generation, digest: searchKeyOf(needs, keyId).digestOf(recipient) }))
  return needs.storage.search.byRecipient(known, page)()
}
