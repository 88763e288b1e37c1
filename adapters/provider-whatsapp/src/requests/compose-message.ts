import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'

/** A value that the vendor inserts into a registered text. */
interface TextParameter {
  readonly type: 'text'
  readonly text: string
}

/** The body of a send to the Cloud API. */
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
  /** Returned in the statuses of the message. */
  readonly biz_opaque_callback_data: string
}

/** A message, and the number that sends it. */
export interface ComposedMessage {
  readonly phoneNumberId: string
  readonly message: TemplateMessage
}

const parametersOf = (texts: readonly string[]): readonly TextParameter[] =>
  texts.map((text) => ({ type: 'text', text }))

const component = (type: string, texts: readonly string[], more: object = {}) =>
  texts.length === 0 ? [] : [{ type, ...more, parameters: parametersOf(texts) }]

/**
 * The button with which a text of the vendor's category "authentication" passes on the OTP, which is included
 * twice.
 */
const OTP_BUTTON = { sub_type: 'url', index: '0' } as const

/**
 * The message in the Cloud API's format; undefined if it isn't a WhatsApp message, `unregistered` for a text
 * without a name.
 */
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
