import type { OrganizationId, ProviderAccountId } from '../../../kernel/ids/id.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import {
  configurationsOf,
  organizationsOf,
  type SentMessages,
  recipientOrganizationOf,
} from '../../domain/inbound/recipient-organization.js'
import type { Replier } from '../../domain/inbound/keyword-reply.js'
import type { Message } from '../../domain/messages/message.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import type { ChannelConfiguration } from '../../../tenancy/domain/service-configuration.js'
import { MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { CatalogStorage } from '../../../catalog/ports/catalog-storage.js'
import type { InboundStorage } from '../../ports/inbound-storage.js'
import type { SearchStorage } from '../../ports/search-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import { epochCache } from '../../../kernel/caching/epoch-cache.js'
import { messagesTo } from '../search/messages-to.js'

/** The dependencies for finding the Organization of an inbound message. */
export interface OwnerNeeds {
  readonly storage: {
    readonly catalog: CatalogStorage
    readonly inbound: InboundStorage
    readonly search: SearchStorage
  }
  readonly clock: Clock
  readonly keyedDigests: KeyedDigests
}

/**
 * The Organization of a message. `OneOf`: several have the sender, and none is known to be the right one;
 * `Later`: the same, and the messages sent to its writer aren't all indexed yet. `owners` are all that have
 * the sender; empty: none has.
 */
export type OwnerFinding =
  | {
      readonly _tag: 'Of'
      readonly organizationId: OrganizationId
      readonly owners: readonly OrganizationId[]
      /** The Organization's apps and channels that send with the sender that the message was written to. */
      readonly senders: readonly Replier[]
    }
  | { readonly _tag: 'OneOf' | 'Later'; readonly owners: readonly OrganizationId[] }

/** The number of accounts whose senders are cached. */
const ACCOUNTS_KEPT = 100

/** The number of messages to the writer that are searched for one of a matching Organization. */
const MOST_LOOKED_AT = 100

/** How long it can take until a recipient's messages are indexed (docs/decisions/0051). */
const INDEXED_WITHIN_MS = MINUTE_MS

type Read<A> = Promise<E.Either<StorageUnavailable, A>>

/** The messages to which the inbound message may be the reply, at all accounts. */
export const answeredBy = async (
  { storage }: Pick<OwnerNeeds, 'storage'>,
  { inReplyTo }: Pick<StoredInbound, 'inReplyTo'>,
): Read<readonly Message[]> => {
  if (inReplyTo === undefined) return E.right([])
  const page = { before: undefined, limit: MOST_LOOKED_AT }
  const read = await storage.search.byProviderReference(providerReference(inReplyTo), page)()
  return E.map(({ value }: AsOf<readonly Message[]>) => value)(read)
}

const sentTo = async (needs: OwnerNeeds, { from }: StoredInbound): Read<readonly Message[]> => {
  if (from === undefined) return E.right([])
  const status = await needs.storage.search.status()()
  if (E.isLeft(status)) return status
  const page = { before: undefined, limit: MOST_LOOKED_AT }
  const read = await messagesTo(needs, from, status.right.value, page)
  return E.map(({ value }: AsOf<readonly Message[]>) => value)(read)
}

const sentBefore = async (needs: OwnerNeeds, message: StoredInbound): Read<SentMessages> => {
  const answered = await answeredBy(needs, message)
  if (E.isLeft(answered)) return answered
  const newest = await sentTo(needs, message)
  return E.isLeft(newest) ? newest : E.right({ answered: answered.right, newest: newest.right })
}

/** Finds the Organizations of inbound messages (docs/api/delivery#inbound-messages). */
export const findOwner = (needs: OwnerNeeds): ((message: StoredInbound) => Read<OwnerFinding>) => {
  const { storage, clock } = needs
  const senders = epochCache<ProviderAccountId, StorageUnavailable, AsOf<readonly ChannelConfiguration[]>>({
    capacity: ACCOUNTS_KEPT,
    epochOf: ({ epoch }) => epoch,
    load: (providerAccountId) => storage.inbound.configurationsBy(providerAccountId)(),
  })

  return async (message) => {
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const read = await senders.since(message.providerAccountId, epoch.right)
    if (E.isLeft(read)) return read
    const configurations = configurationsOf(read.right?.value ?? [], message)
    const owners = organizationsOf(configurations, message)
    const ofOwner = (organizationId: OrganizationId): OwnerFinding => {
      const own = configurations.filter((one) => one.organizationId === organizationId)
      const users = own.map(({ appId, channel }) => ({ appId, channel }))
      return { _tag: 'Of', organizationId, owners, senders: users }
    }
    const [only] = owners
    if (only === undefined) return E.right({ _tag: 'OneOf', owners })
    if (owners.length === 1) return E.right(ofOwner(only))
    const sent = await sentBefore(needs, message)
    if (E.isLeft(sent)) return sent
    const organizationId = recipientOrganizationOf(owners, message, sent.right)
    if (organizationId !== undefined) return E.right(ofOwner(organizationId))
    const mayBeFound = message.from !== undefined && clock.nowMs() - message.receivedAtMs < INDEXED_WITHIN_MS
    return E.right({ _tag: mayBeFound ? 'Later' : 'OneOf', owners })
  }
}
