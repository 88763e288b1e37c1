import type { ChannelForms } from '../kind.js'

/** What is a mail's own. */
export interface EmailForms extends ChannelForms {
  readonly channel: 'email'
  readonly sender: { readonly from: string; readonly fromName?: string; readonly replyTo?: string }
  /** With the domain that is sent from. */
  readonly shownSender: EmailForms['sender'] & { readonly domain: string }
  readonly draft: { readonly text: string; readonly subject: string; readonly html?: string }
  readonly registration: never
  readonly registrationName: never
  readonly rendered: {
    readonly subject: string
    readonly text: string
    readonly html: string | undefined
  }
  readonly preview: { readonly subject: string }
  readonly carriesOtp: false
}
