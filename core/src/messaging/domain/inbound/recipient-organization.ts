import { mainPartOf } from '../../../channels/own-records.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Message } from '../messages/message.js'
import type { ChannelConfiguration } from '../../../tenancy/domain/service-configuration.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { InboundMessage, StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'

/** So long somebody is taken to answer the message that they got last. */
const ANSWERED_WITHIN_MS = 30 * DAY_MS

const senderName = (text: string): string => text.trim().toLowerCase().replace(/^\+/, '')

/** The Organizations that send by the account as whom the message was written to, each once. */
export const organizationsOf = (
  configurations: readonly ChannelConfiguration[],
  { providerAccountId, to }: Pick<InboundMessage, 'providerAccountId' | 'to'>,
): readonly OrganizationId[] => {
  const name = senderName(to)
  const theirs = configurations.filter(
    ({ sender, providerAccountIds }) =>
      providerAccountIds.includes(providerAccountId) && senderName(mainPartOf(sender).value) === name,
  )
  return [...new Set(theirs.map(({ organizationId }) => organizationId))]
}

/** When somebody wrote, by their provider's clock where it is not ahead, else when it came. */
export const writtenAtMs = ({ atMs, receivedAtMs }: Pick<StoredInbound, 'atMs' | 'receivedAtMs'>): EpochMs =>
  atMs === undefined ? receivedAtMs : Math.min(atMs, receivedAtMs)

/** What was sent to whoever wrote: the message that they say they answer, and others to them, the newest first. */
export interface SentMessages {
  readonly answered: readonly Message[]
  readonly newest: readonly Message[]
}

/**
 * Whose a message is that was written to a sender of several Organizations: whose message it answers, else whose message its
 * writer got last, in 30 days. Undefined where neither says (docs/contract#inbound-messages).
 */
export const recipientOrganizationOf = (
  owners: readonly OrganizationId[],
  message: StoredInbound,
  { answered, newest }: SentMessages,
): OrganizationId | undefined => {
  const isTheirs = ({ organizationId, to }: Message): boolean =>
    owners.includes(organizationId) && (message.from === undefined || to === message.from)
  const writtenMs = writtenAtMs(message)
  const last = newest.find(
    (sent) =>
      isTheirs(sent) && sent.acceptedAtMs <= writtenMs && sent.acceptedAtMs > writtenMs - ANSWERED_WITHIN_MS,
  )
  return (answered.find(isTheirs) ?? last)?.organizationId
}
