import { CHANNELS, type Sender } from '../../channels/channels.js'
import { senderNameOf } from '../../channels/own-records.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { Lane } from '../../kernel/messages/lane.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { KeyRing } from '../../kernel/ports/key-ring.js'
import { recipientDigest } from '../domain/suppression.js'
import { UNSUBSCRIBE_PLACE, unsubscribeContent, type UnsubscribeOffer } from '../domain/unsubscribe-link.js'
import { UNSUBSCRIBE_TEXTS, unsubscribeLanguage } from '../domain/unsubscribe-texts.js'

interface Needs {
  readonly digests: Digests
  readonly keyRing: KeyRing
  /** Undefined: messages have no links. */
  readonly publicUrl?: string
}

interface Sent {
  readonly organizationId: OrganizationId
  readonly lane: Lane
  readonly to: string
  readonly sender: Sender
  /** The language of the template, as a BCP 47 tag. */
  readonly language: string
  /** The key that the installation names; if this process doesn't have it, its own key is used. */
  readonly sealingKey: KeyId | undefined
}

/**
 * The link under `publicUrl` with which the recipient of a promotional message unsubscribes. It is sealed, so that it
 * reveals nothing about the recipient and can't be forged. Undefined for other messages, and for channels whose
 * messages have no such links (docs/api/delivery#unsubscribe-links).
 */
export const unsubscribeOfferOf = (
  { digests, keyRing, publicUrl }: Needs,
  { organizationId, lane, to, sender, language: tag, sealingKey }: Sent,
): UnsubscribeOffer | undefined => {
  const { hasUnsubscribeLinks, recipient: rules } = CHANNELS[sender.channel]
  if (publicUrl === undefined || !hasUnsubscribeLinks || lane !== 'promotional') return undefined
  const recipient = recipientDigest(to, digests.sha256)
  const language = unsubscribeLanguage(tag)
  const unsubscriber = { organizationId, recipient, maskedTo: rules.masked(to), language }
  const content = unsubscribeContent({ ...unsubscriber, sender: senderNameOf(sender) })
  const under = sealingKey !== undefined && keyRing.has(sealingKey) ? sealingKey : undefined
  const token = keyRing.seal(content, UNSUBSCRIBE_PLACE, under)
  return { url: `${publicUrl}/unsubscribe/${token}`, label: UNSUBSCRIBE_TEXTS[language].unsubscribe }
}
