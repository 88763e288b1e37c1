import type { ChannelForms } from '../kind.js'

/** The types of the WhatsApp channel. */
export interface WhatsappForms extends ChannelForms {
  readonly channel: 'whatsapp'
  readonly sender: { readonly phoneNumberId: string }
  readonly shownSender: WhatsappForms['sender']
  readonly draft: { readonly text: string; readonly header?: string; readonly footer?: string }
  /** The vendor's registration of a text. */
  readonly registration: {
    readonly name: string
    readonly language: string
    readonly namespace: string
    /** How long the vendor tries to deliver, if its template specifies it. */
    readonly messageSendTtlSeconds?: number
  }
  readonly registrationName: 'whatsapp'
  readonly rendered: {
    /** The whole text as the recipient reads it. */
    readonly text: string
    /** The value in the header, if it has a variable; at most one. */
    readonly headerParameters: readonly string[]
    /** Values of body_1 … body_N (docs/api/templates#rendering). */
    readonly bodyParameters: readonly string[]
    readonly templateName: string | undefined
    readonly language: string
  }
  readonly preview: object
  readonly carriesOtp: true
}
