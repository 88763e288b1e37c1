import type { PreparedCatalog } from '../../../catalog/domain/prepared-catalog.js'
import type { Sender } from '../../../channels/channels.js'
import { senderNamed } from '../../../channels/own-records.js'
import type { CountryOf } from '../../../channels/recipient.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { senderCalled } from '../../../tenancy/domain/senders/app-sender.js'
import { chooseSender } from '../../../tenancy/domain/senders/choose-sender.js'
import type { Message } from '../messages/message.js'

type Sent = Pick<Message, 'channel' | 'sender' | 'to' | 'lane'>

/** The sender that was stored with a message, also if the app no longer has it; undefined if none was. */
export const storedSender = (
  { catalog }: PreparedCatalog,
  { channel, sender }: Pick<Message, 'channel' | 'sender'>,
): Sender | undefined => {
  const senders = catalog.configurations.get(channel)?.senders ?? []
  if (sender === undefined) return senders[0]?.sender
  return senderCalled(senders, sender)?.sender ?? senderNamed(channel, sender)
}

/**
 * The sender with which a message is sent now: the stored one while the app has it and it is active, otherwise
 * the one that acceptance would choose now (docs/api/senders#senders). A repeat of a call keeps its sender.
 * Undefined if the app has none for it: the message waits.
 */
export const senderFor = (
  prepared: PreparedCatalog,
  message: Sent,
  isRepeat: boolean,
  countryOf: CountryOf,
  nowMs: EpochMs,
): Sender | undefined => {
  const { channel, sender, to, lane } = message
  if (isRepeat && sender !== undefined) return storedSender(prepared, message)
  const { catalog, senderRules } = prepared
  const senders = catalog.configurations.get(channel)?.senders ?? []
  const kept = sender === undefined ? undefined : senderCalled(senders, sender)
  if (kept?.status === 'active') return kept.sender
  const need = { channel, to, country: countryOf(to), category: lane }
  const rules = catalog.app.environment === 'test' ? undefined : senderRules
  const chosen = chooseSender(senders, need, rules, nowMs)
  return E.isRight(chosen) ? chosen.right.sender : undefined
}
