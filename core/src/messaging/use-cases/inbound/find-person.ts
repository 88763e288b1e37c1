import { parseWriter } from '../../../channels/parse-writer.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { recipientIdKey } from '../../../consent/domain/recipient-id.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { E } from '../../../fp.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import type { InboundStorage } from '../../ports/inbound-storage.js'
import { sendersOf } from '../../domain/inbound/recipient-organization.js'
import type { Message } from '../../domain/messages/message.js'
import { answeredBy, type OwnerNeeds } from './find-owner.js'

interface Needs extends Pick<OwnerNeeds, 'storage'> {
  readonly storage: OwnerNeeds['storage'] & { readonly inbound: InboundStorage }
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
}

type Found = Promise<E.Either<StorageUnavailable, string | undefined>>

/** The recipient of the messages that are replied to, if the sender sent them and they have the same recipient. */
const recipientOf = (answered: readonly Message[]): string | undefined => {
  const recipients = new Set(answered.map(({ to }) => to))
  const [only] = recipients
  return recipients.size === 1 ? only : undefined
}

/**
 * Finds the person who wrote a message, in the form of a message's `to`: the writer whom the provider names,
 * else the recipient of our message that it replies to, else the number that belongs to the vendor's id. Right
 * undefined: the person isn't known.
 */
export const findPerson = (needs: Needs): ((message: StoredInbound) => Found) => {
  const { storage, digests, phoneNumbers } = needs

  const byReply = async (message: StoredInbound): Found => {
    const answered = await answeredBy(needs, message)
    if (E.isLeft(answered) || answered.right.length === 0) return E.map(() => undefined)(answered)
    const senders = await storage.inbound.configurationsBy(message.providerAccountId)()
    if (E.isLeft(senders)) return senders
    const theirs = sendersOf(senders.right.value, message)
    return E.right(recipientOf(answered.right.filter((sent) => theirs.has(`${sent.appId} ${sent.channel}`))))
  }

  const byUserId = async ({ providerAccountId, userId }: StoredInbound): Found => {
    if (userId === undefined) return E.right(undefined)
    const key = recipientIdKey(providerAccountId, userId, digests.sha256)
    const known = await storage.inbound.recipientId(key)()
    return E.isLeft(known) ? known : E.right(known.right?.number)
  }

  return async (message) => {
    const named = parseWriter(message.from ?? '', (e164) => phoneNumbers.countryOf(e164))
    if (named !== undefined) return E.right(named.to)
    const replied = await byReply(message)
    return E.isLeft(replied) || replied.right !== undefined ? replied : byUserId(message)
  }
}
