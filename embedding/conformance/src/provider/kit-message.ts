import type { ProviderSubmission } from '@postrider/core/ports/provider'
import { smsLayout } from '@postrider/core/domain/channels/sms/segments'
import { anEmail, anSms } from './a-submission.js'

/** The channels in which the kit can send. */
export type KitChannel = 'email' | 'sms'

/** What a test wants to say; what it does not name is usual. */
interface Wording {
  readonly recipientName?: string
  readonly subject?: string
  readonly text?: string
}

const emailOf = (to: string, { recipientName, subject, text }: Wording): ProviderSubmission => {
  const usual = anEmail(to)
  if (text === undefined || subject === undefined) return usual
  return {
    ...usual,
    recipientName: recipientName ?? usual.recipientName,
    content: { channel: 'email', subject, text, html: undefined },
  }
}

/** An SMS shows its recipient no reference of ours, so its first line is one. */
const smsOf = (to: string, { text = 'It is on its way.\nThe Shop' }: Wording): ProviderSubmission => {
  const usual = anSms(to)
  const whole = `${usual.messageId}\n${text}`
  return { ...usual, content: { channel: 'sms', text: whole, ...smsLayout(whole) } }
}

/** A message of the channel, as usual where nothing else is wanted. */
export const messageOf = (channel: KitChannel, to: string, wording: Wording = {}): ProviderSubmission =>
  channel === 'email' ? emailOf(to, wording) : smsOf(to, wording)
