import { CHANNELS, type Sender } from '../../../channels/channels.js'
import { mainPartOf } from '../../../channels/own-records.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import type { SenderRegistration } from './sender-registration.js'

export const SENDER_STATUSES = ['active', 'paused'] as const

/** One of an app's senders on a channel, and the messages that it may send (docs/api/senders#senders). */
export interface AppSender {
  readonly sender: Sender
  /** A kind of its channel, for example `short_code`. */
  readonly kind: string
  /** The countries of recipients that it serves, as ISO 3166-1 alpha-2; absent: all. */
  readonly countries?: readonly string[]
  /** The classes of messages that it sends; absent: all. */
  readonly classes?: readonly Lane[]
  /** Its share of the recipients, relative to the senders that serve the same ones. */
  readonly weight: number
  readonly status: (typeof SENDER_STATUSES)[number]
  /** At most one for each regulation and country. */
  readonly registrations: readonly SenderRegistration[]
}

/** The first kind of the sender's channel that fits its main part; undefined if none does. */
export const kindOfSender = (sender: Sender): string | undefined => {
  const { value } = mainPartOf(sender)
  return Object.entries(CHANNELS[sender.channel].sender.kinds).find(([, form]) => form.test(value))?.[0]
}

/** A sender that serves all recipients and classes. */
export const soleSender = (sender: Sender): AppSender => ({
  sender,
  kind: kindOfSender(sender) ?? '',
  weight: 1,
  status: 'active',
  registrations: [],
})

/** The spelling by which senders are compared: providers write numbers with or without a plus. */
export const senderKey = (value: string): string => value.trim().toLowerCase().replace(/^\+/, '')

/** The app's sender with this main part, in any spelling. */
export const senderCalled = (senders: readonly AppSender[], value: string): AppSender | undefined => {
  const exact = senders.find(({ sender }) => mainPartOf(sender).value === value)
  if (exact !== undefined) return exact
  const key = senderKey(value)
  return senders.find(({ sender }) => senderKey(mainPartOf(sender).value) === key)
}
