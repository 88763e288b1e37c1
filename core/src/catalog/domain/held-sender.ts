import { mainPartOf } from '../../channels/own-records.js'
import type { InboundId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { senderKey } from '../../tenancy/domain/senders/app-sender.js'
import type { ChannelConfiguration } from '../../tenancy/domain/service-configuration.js'

/**
 * A sender at a provider account to which somebody unknown wrote STOP. Until a super admin decides about the
 * message, nothing promotional is sent by that sender (docs/api/delivery#inbound-messages).
 */
export interface HeldSender {
  /** The message with the STOP. */
  readonly inboundId: InboundId
  readonly providerAccountId: ProviderAccountId
  /** The sender as the provider names it. */
  readonly sender: string
  readonly createdAtMs: EpochMs
}

/** Whether the configuration has this sender, and sends through this account. */
export const sendsAs = (
  { senders, providerAccountIds }: Pick<ChannelConfiguration, 'senders' | 'providerAccountIds'>,
  providerAccountId: ProviderAccountId,
  name: string,
): boolean =>
  providerAccountIds.includes(providerAccountId) &&
  senders.some(({ sender }) => senderKey(mainPartOf(sender).value) === senderKey(name))

/**
 * Whether promotional messages of the configuration are on hold. They are, whichever of its accounts and
 * senders would send them: an opt-out from one sender covers the Organization's others.
 */
export const isOnHold = (
  heldSenders: readonly HeldSender[],
  configuration: Pick<ChannelConfiguration, 'senders' | 'providerAccountIds'> | undefined,
): boolean =>
  configuration !== undefined &&
  heldSenders.some(({ providerAccountId, sender }) => sendsAs(configuration, providerAccountId, sender))
