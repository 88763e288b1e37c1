import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { priceCategoryOf } from '@postrider/core/channels/price-categories'
import { callbackData } from './callback-data.js'
import { type Component, componentsOf } from './compose-components.js'

/** The body of a send to the Cloud API. */
export interface TemplateMessage {
  readonly messaging_product: 'whatsapp'
  readonly recipient_type: 'individual'
  readonly to: string
  readonly type: 'template'
  readonly template: {
    readonly name: string
    readonly language: { readonly code: string }
    readonly components: readonly Component[]
  }
  /** Returned in the statuses of the message. */
  readonly biz_opaque_callback_data: string
}

/** A message, and the number that sends it. */
export interface ComposedMessage {
  readonly phoneNumberId: string
  readonly message: TemplateMessage
}

/**
 * The message in the Cloud API's format; undefined if it isn't a WhatsApp message, `unregistered` for a text
 * without a name.
 */
export const composeMessage = ({
  messageId,
  to,
  sender,
  content,
  registration,
  category,
  otp,
}: ProviderSubmission): ComposedMessage | 'unregistered' | undefined => {
  if (content.channel !== 'whatsapp' || sender.channel !== 'whatsapp') return undefined
  const { templateName, language } = content
  if (templateName === undefined) return 'unregistered'
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
        components: componentsOf(content, category === 'otp' ? otp : undefined),
      },
      biz_opaque_callback_data: callbackData(messageId, {
        name: templateName,
        language,
        category: priceCategoryOf(content.channel, registration, category) ?? '',
      }),
    },
  }
}
