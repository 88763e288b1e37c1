import { sendsAs } from '../../../catalog/domain/held-sender.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import { isSameRecipient } from '../../../consent/domain/recipient-key.js'
import type { Message } from '../messages/message.js'
import type { ChannelConfiguration } from '../../../tenancy/domain/service-configuration.js'
import { DAY_MS, type EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { InboundMessage, StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'

/** An inbound message counts as a reply to the last message that its writer got within this time. */
const ANSWERED_WITHIN_MS = 30 * DAY_MS

/** The configurations that send through the account with the sender to which the message was written. */
export const configurationsOf = (
  configurations: readonly ChannelConfiguration[],
  { providerAccountId, to }: Pick<InboundMessage, 'providerAccountId' | 'to'>,
): readonly ChannelConfiguration[] =>
  configurations.filter((configuration) => sendsAs(configuration, providerAccountId, to))

/** The Organizations of these configurations, each once. */
export const organizationsOf = (
  configurations: readonly ChannelConfiguration[],
  message: Pick<InboundMessage, 'providerAccountId' | 'to'>,
): readonly OrganizationId[] => [
  ...new Set(configurationsOf(configurations, message).map(({ organizationId }) => organizationId)),
]

/** The apps and channels that send with the sender of the message, each as `appId channel`. */
export const sendersOf = (
  configurations: readonly ChannelConfiguration[],
  message: Pick<InboundMessage, 'providerAccountId' | 'to'>,
): ReadonlySet<string> =>
  new Set(configurationsOf(configurations, message).map(({ appId, channel }) => `${appId} ${channel}`))

/** When the message was written: the provider's time unless it is ahead of ours, else the time of arrival. */
export const writtenAtMs = ({ atMs, receivedAtMs }: Pick<StoredInbound, 'atMs' | 'receivedAtMs'>): EpochMs =>
  atMs === undefined ? receivedAtMs : Math.min(atMs, receivedAtMs)

/** The messages sent to the writer: the one that they say they reply to, and others, the newest first. */
export interface SentMessages {
  readonly answered: readonly Message[]
  readonly newest: readonly Message[]
}

/**
 * The Organization of an inbound message to a sender that several Organizations use. It is the Organization
 * whose message is replied to, else the one whose message the writer got last, within 30 days. Undefined if
 * neither is known (docs/api/delivery#inbound-messages).
 */
export const recipientOrganizationOf = (
  owners: readonly OrganizationId[],
  message: StoredInbound,
  { answered, newest }: SentMessages,
): OrganizationId | undefined => {
  const isTheirs = ({ organizationId, to }: Message): boolean =>
    owners.includes(organizationId) && (message.from === undefined || isSameRecipient(to, message.from))
  const writtenMs = writtenAtMs(message)
  const last = newest.find(
    (sent) =>
      isTheirs(sent) && sent.acceptedAtMs <= writtenMs && sent.acceptedAtMs > writtenMs - ANSWERED_WITHIN_MS,
  )
  return (answered.find(isTheirs) ?? last)?.organizationId
}
