import type { ChannelForms } from '../kind.js'
import type { SmsEncoding } from './segments.js'

/** What is an SMS's own. */
export interface SmsForms extends ChannelForms {
  readonly channel: 'sms'
  readonly sender: { readonly header: string; readonly dltEntityId?: string }
  readonly shownSender: SmsForms['sender']
  readonly draft: {
    readonly text: string
    /** Whether it is for +91: then each variable needs a type, and India's operators register the text. */
    readonly dlt?: boolean
  }
  /** What India's operators registered a text under; they deliver no other to +91. */
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
    /** How much of its segments it fills, and how much fits into as many. */
    readonly filled: number
    readonly room: number
  }
  readonly carriesOtp: true
}
