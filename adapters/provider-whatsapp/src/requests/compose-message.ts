import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'

/** A value that the vendor puts into a registered text. */
interface TextParameter {
  readonly type: 'text'
  readonly text: string
}

/** What the Cloud API is asked to send. */
export interface TemplateMessage {
  readonly messaging_product: 'whatsapp'
  readonly recipient_type: 'individual'
  readonly to: string
  readonly type: 'template'
  readonly template: {
    readonly name: string
    readonly language: { readonly code: string }
    readonly components: ReadonlyArray<Readonly<Record<string, unknown>>>
  }
  /** What statuses of the message bring back. */
  readonly biz_opaque_callback_data: string
}

/** A message, and the number by which it is sent. */
export interface ComposedMessage {
  readonly phoneNumberId: string
  readonly message: TemplateMessage
}

const parametersOf = (texts: readonly string[]): readonly TextParameter[] =>
  texts.map((text) => ({ type: 'text', text }))

const component = (type: string, texts: readonly string[], more: object = {}) =>
  texts.length === 0 ? [] : [{ type, ...more, parameters: parametersOf(texts) }]

/** The button by which a text of the vendor's category "authentication" hands the OTP over: it is said twice. */
const OTP_BUTTON = { sub_type: 'url', index: '0' } as const

/** The message as the Cloud API takes it; undefined for what is no WhatsApp message, `unregistered` for a text without a name. */
export const composeMessage = ({
  messageId,
  to,
  sender,
  content,
  category,
  otp,
}: ProviderSubmission): ComposedMessage | 'unregistered' | undefined => {
  if (content.channel !== 'whatsapp' || sender.channel !== 'whatsapp') return undefined
  const { templateName, language, headerParameters, bodyParameters } = content
  if (templateName === undefined) return 'unregistered'
  const button = category === 'otp' && otp !== undefined ? [otp] : []
  return {
    phoneNumberId: sender.phoneNumberId,
    message: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'template',
      template: {
        name: templateName,
        language: { code: language },
        components: [
          ...component('header', headerParameters),
          ...component('body', bodyParameters),
          ...component('button', button, OTP_BUTTON),
        ],
      },
      biz_opaque_callback_data: messageId,
    },
  }
}
