import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { smsLayout } from '@postrider/core/channels/sms/segments'
import { anEmail, anSms, aWhatsappMessage } from './a-submission.js'

/** The channels in which the kit can send. */
export type KitChannel = 'email' | 'sms' | 'whatsapp'

/** The properties that a test sets; others have default values. */
interface Wording {
  readonly recipientName?: string
  readonly subject?: string
  readonly text?: string
}

/** How the kit writes messages in a channel. */
interface KitWriter {
  /** A line break of a text as the channel transmits it, as a regular expression. */
  readonly lineBreak: string
  /** The part of a text that the channel can transmit. */
  sayable(text: string): string
  messageOf(to: string, wording: Wording): ProviderSubmission
}

const USUAL = 'It is on its way.\nThe Shop'

const asItIs = (text: string): string => text

const email: KitWriter = {
  lineBreak: '\\r?\\n',
  sayable: asItIs,
  messageOf: (to, { recipientName, subject, text }) => {
    const usual = anEmail(to)
    if (text === undefined || subject === undefined) return usual
    return {
      ...usual,
      recipientName: recipientName ?? usual.recipientName,
      content: { channel: 'email', subject, text, html: undefined },
    }
  },
}

/** An SMS doesn't show our reference to its recipient, so its first line is the reference. */
const sms: KitWriter = {
  lineBreak: '\\r?\\n',
  sayable: asItIs,
  messageOf: (to, { text = USUAL }) => {
    const usual = anSms(to)
    const whole = `${usual.messageId}\n${text}`
    return { ...usual, content: { channel: 'sms', text: whole, ...smsLayout(whole) } }
  },
}

/**
 * Its vendor puts two values into a text, and rejects values with a line break, a tab or five spaces. The
 * first value is our reference.
 */
const whatsapp: KitWriter = {
  lineBreak: ' ',
  sayable: (text) => text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(/ {5,}/g, '    '),
  messageOf: (to, { text = USUAL }) => {
    const usual = aWhatsappMessage(to)
    const sayableText = whatsapp.sayable(text)
    const bodyParameters = [usual.messageId, sayableText]
    const content = { ...usual.content, text: bodyParameters.join('\n'), bodyParameters }
    return { ...usual, content }
  },
}

const WRITERS: Readonly<Record<KitChannel, KitWriter>> = { email, sms, whatsapp }

/** A message of the channel, with default values unless others are given. */
export const messageOf = (channel: KitChannel, to: string, wording: Wording = {}): ProviderSubmission =>
  WRITERS[channel].messageOf(to, wording)

/** The text that a recipient reads; by default that of the default message. */
export const readOf = (channel: KitChannel, text: string = USUAL): string => WRITERS[channel].sayable(text)

/** A line break as recipients of the channel receive it, as a regular expression. */
export const lineBreakOf = (channel: KitChannel): string => WRITERS[channel].lineBreak
