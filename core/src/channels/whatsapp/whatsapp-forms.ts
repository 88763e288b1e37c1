import type { ChannelForms } from '../kind.js'

/** What is a WhatsApp message's own. */
export interface WhatsappForms extends ChannelForms {
  readonly channel: 'whatsapp'
  readonly sender: { readonly phoneNumberId: string }
  readonly shownSender: WhatsappForms['sender']
  readonly draft: { readonly text: string; readonly header?: string; readonly footer?: string }
  /** What WhatsApp's vendor registered a text under. */
  readonly registration: {
    readonly name: string
    readonly language: string
    readonly namespace: string
    /** For how long the vendor tries to deliver, where its template says so. */
    readonly messageSendTtlSeconds?: number
  }
  readonly registrationName: 'whatsapp'
  readonly rendered: {
    /** The whole text as the recipient will read it. */
    readonly text: string
    /** The value of the line above the text, where one stands in it; no more than one does. */
    readonly headerParameters: readonly string[]
    /** Values of body_1 … body_N (docs/contract#rendering). */
    readonly bodyParameters: readonly string[]
    readonly templateName: string | undefined
    readonly language: string
  }
  readonly preview: object
  readonly carriesOtp: true
}
