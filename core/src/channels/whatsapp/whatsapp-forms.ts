import type { ChannelForms } from '../kind.js'
import type { RenderedButton, RenderedCard, WhatsappButton, WhatsappCard } from './whatsapp-components.js'
import type { WhatsappLocation, WhatsappMedia } from './whatsapp-components.js'

/** The vendor's categories of templates, in its own words but in lower case. */
export const WHATSAPP_CATEGORIES = ['marketing', 'utility', 'authentication'] as const

export type WhatsappCategory = (typeof WHATSAPP_CATEGORIES)[number]

/** How the vendor's template refers to its variables: by position or by name. */
export const PARAMETER_FORMATS = ['positional', 'named'] as const

/** The types of the WhatsApp channel. */
export interface WhatsappForms extends ChannelForms {
  readonly channel: 'whatsapp'
  readonly sender: { readonly phoneNumberId: string }
  readonly shownSender: WhatsappForms['sender']
  /** A template has at most one of `header`, `media` and `location`, and none of them with `cards`. */
  readonly draft: {
    readonly text: string
    readonly header?: string
    readonly media?: WhatsappMedia
    readonly location?: WhatsappLocation
    readonly footer?: string
    readonly buttons?: readonly WhatsappButton[]
    readonly cards?: readonly WhatsappCard[]
  }
  /** The vendor's registration of a text. */
  readonly registration: {
    readonly name: string
    readonly language: string
    readonly namespace: string
    /** The vendor's category; if absent, the one that matches the template's own category. */
    readonly category?: WhatsappCategory
    /** `positional` if absent. */
    readonly parameterFormat?: (typeof PARAMETER_FORMATS)[number]
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
    /** The names of these values; absent if the vendor's template counts its variables. */
    readonly parameterNames?: { readonly header: readonly string[]; readonly body: readonly string[] }
    readonly media?: WhatsappMedia
    readonly location?: WhatsappLocation
    /** The buttons that take a value, empty if none does; absent if the template declares no buttons. */
    readonly buttons?: readonly RenderedButton[]
    readonly cards?: readonly RenderedCard[]
    readonly templateName: string | undefined
    readonly language: string
  }
  readonly preview: object
  readonly carriesOtp: true
}
