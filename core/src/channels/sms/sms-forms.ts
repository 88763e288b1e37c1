import type { ChannelForms } from '../kind.js'
import type { SmsEncoding } from './segments.js'

/** The types of the SMS channel. */
export interface SmsForms extends ChannelForms {
  readonly channel: 'sms'
  readonly sender: { readonly header: string; readonly dltEntityId?: string }
  readonly shownSender: SmsForms['sender']
  readonly draft: {
    readonly text: string
    /**
     * Whether it is for +91. Each variable then needs a type, and India's mobile carriers register the text.
     */
    readonly dlt?: boolean
  }
  /** The registration of a text with India's mobile carriers; they deliver only registered texts to +91. */
  readonly registration: {
    readonly entityId: string
    readonly templateId: string
    /** The sender that recipients see. */
    readonly header: string
  }
  readonly registrationName: 'dlt'
  readonly rendered: { readonly text: string; readonly encoding: SmsEncoding; readonly segments: number }
  readonly preview: {
    readonly characters: number
    readonly encoding: SmsEncoding
    readonly segments: number
    /** The used capacity and the total capacity of its segments. */
    readonly filled: number
    readonly room: number
  }
  readonly carriesOtp: true
}
