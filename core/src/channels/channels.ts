import { email } from './email/email.js'
import type { ChannelForms, ChannelKind, ContentOf, SomeChannel } from './kind.js'
import { sms } from './sms/sms.js'
import { whatsapp } from './whatsapp/whatsapp.js'

/**
 * The channels (docs/api/sending#message-request), in the order of all lists. Everything specific to a
 * channel is in its kind (`docs/decisions/0039`).
 */
export const CHANNELS = { sms, whatsapp, email } satisfies Readonly<Record<string, SomeChannel>>

export type Channel = keyof typeof CHANNELS

/** The names of the channels, in order. */
export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly Channel[]

/** The types of each channel. */
export type Forms = {
  readonly [C in Channel]: (typeof CHANNELS)[C] extends ChannelKind<infer F> ? F : never
}

/** A form of any channel, or of a channel in `C`; its `channel` discriminates. */
type Own<C extends Channel, Form extends keyof ChannelForms> = {
  [K in C]: { readonly channel: K } & Forms[K][Form]
}[C]

export type Sender<C extends Channel = Channel> = Own<C, 'sender'>
export type DraftContent<C extends Channel = Channel> = Own<C, 'draft'>
export type Registration<C extends Channel = Channel> = Own<C, 'registration'>
export type RenderedContent<C extends Channel = Channel> = Own<C, 'rendered'>
export type TemplateContent<C extends Channel = Channel> = {
  [K in C]: { readonly channel: K } & ContentOf<Forms[K]>
}[C]

/** The kinds of senders of all channels (docs/api/senders#senders). */
export const SENDER_KINDS: readonly string[] = CHANNEL_NAMES.flatMap((channel) =>
  Object.keys(CHANNELS[channel].sender.kinds),
)

/** The channels that can carry OTPs (docs/api/otp#otp-request). */
export type OtpChannel = {
  [C in Channel]: Forms[C]['carriesOtp'] extends true ? C : never
}[Channel]

const carriesOtp = (channel: Channel): channel is OtpChannel => CHANNELS[channel].carriesOtp

/** The names of the channels that can carry OTPs, in order. */
export const OTP_CHANNELS: readonly OtpChannel[] = CHANNEL_NAMES.filter(carriesOtp)

/**
 * The labels of the channels whose recipients are telephone numbers, or of the others, as part of a sentence.
 */
export const labelsOfNumbered = (isNumber: boolean): string =>
  CHANNEL_NAMES.map((channel) => CHANNELS[channel])
    .filter(({ recipient }) => recipient.isNumber === isNumber)
    .map(({ label }) => label)
    .join(' and ')
