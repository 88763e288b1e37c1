import type { Message } from '../../domain/messages/message.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { E } from '../../../fp.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type {
  OwnedSearchPage,
  SearchedRecipient,
  SearchStatus,
  SearchStorage,
} from '../../ports/search-storage.js'
import { searchKeyOf } from './index-recipients.js'

interface Needs {
  readonly storage: { readonly search: SearchStorage }
  readonly keyedDigests: KeyedDigests
}

/** A recipient as the index stores it, for each key of the index that this process has. */
export const indexedRecipient = (
  needs: Pick<Needs, 'keyedDigests'>,
  recipient: string,
  { generations }: Pick<SearchStatus, 'generations'>,
): readonly SearchedRecipient[] =>
  generations
    .filter(({ keyId }) => needs.keyedDigests.has(keyId))
    .map(({ generation, keyId }) => ({ generation, digest: searchKeyOf(needs, keyId).digestOf(recipient) }))

/** Messages to a recipient, newest first, for each key of the index that this process has. */
export const messagesTo = (
  needs: Needs,
  recipient: string,
  status: SearchStatus,
  page: OwnedSearchPage,
): Promise<E.Either<StorageUnavailable, AsOf<readonly Message[]>>> =>
  needs.storage.search.byRecipient(indexedRecipient(needs, recipient, status), page)()
