import type { Message } from '../../domain/messages/message.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import type { OwnedSearchPage, SearchStatus } from '../../ports/search-storage.js'
import { searchKeyOf } from './index-recipients.js'

/** Messages to a recipient, newest first, for each key of the index that this process has. */
export const messagesTo = (
  needs: Pick<Ports, 'storage' | 'keyedDigests'>,
  recipient: string,
  { generations }: SearchStatus,
  page: OwnedSearchPage,
): Promise<E.Either<StorageUnavailable, AsOf<readonly Message[]>>> => {
  const known = generations
    .filter(({ keyId }) => needs.keyedDigests.has(keyId))
    .map(({ generation, keyId }) => ({ generation, digest: searchKeyOf(needs, keyId).digestOf(recipient) }))
  return needs.storage.search.byRecipient(known, page)()
}
