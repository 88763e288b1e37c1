import type { ChannelForms } from '../kind.js'

/** The types of the email channel. */
export interface EmailForms extends ChannelForms {
  readonly channel: 'email'
  readonly sender: {
    readonly from: string
    readonly fromName?: string
    readonly replyTo?: string
    /** What the DNS of its domain should have; it changes no email. */
    readonly dkimSelector?: string
    readonly dkimKey?: string
    readonly spfInclude?: string
  }
  /** With the sending domain. */
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
