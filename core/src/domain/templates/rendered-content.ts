/** What a provider gets to send: rendered, complete. */
export type RenderedContent =
  | {
      readonly channel: 'sms'
      readonly text: string
      readonly encoding: 'gsm7' | 'ucs2'
      readonly segments: number
    }
  | {
      readonly channel: 'email'
      readonly subject: string
      readonly text: string
      readonly html: string | undefined
    }
  | {
      readonly channel: 'whatsapp'
      /** The whole text as the recipient will read it. */
      readonly text: string
      /** Values of body_1 … body_N (docs/contract#rendering). */
      readonly bodyParameters: readonly string[]
      readonly templateName: string | undefined
      readonly language: string
    }
