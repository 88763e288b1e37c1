/** The kinds of files in a header. */
export const MEDIA_TYPES = ['image', 'video', 'document'] as const

/** A file in a header. Each part is a text that may have placeholders. */
export interface WhatsappMedia {
  readonly type: (typeof MEDIA_TYPES)[number]
  /** The link from which the vendor loads the file. */
  readonly link: string
  /** The name that recipients see; only for documents. */
  readonly filename?: string
}

/** A place in a header. Each part is a text that may have placeholders. */
export interface WhatsappLocation {
  readonly latitude: string
  readonly longitude: string
  readonly name: string
  readonly address: string
}

/** The kinds of buttons. */
export const BUTTON_TYPES = ['quick_reply', 'url', 'phone_number', 'copy_code', 'otp'] as const

export type ButtonType = (typeof BUTTON_TYPES)[number]

/** How an OTP button passes on the code. */
export const OTP_TYPES = ['copy_code', 'one_tap', 'zero_tap'] as const

/** A button below a text; its type decides which parts it has. */
export interface WhatsappButton {
  readonly type: ButtonType
  /** Its label; the vendor labels `copy_code` and `otp` itself. */
  readonly text?: string
  /** The link that a `url` button opens; a variable can only be its end. */
  readonly url?: string
  /** The number that a `phone_number` button calls. */
  readonly phoneNumber?: string
  /** The text that comes back when a `quick_reply` button is pressed; if absent, its label. */
  readonly payload?: string
  /** The text that a `copy_code` button copies. */
  readonly code?: string
  readonly otpType?: (typeof OTP_TYPES)[number]
}

/** A card of a carousel. */
export interface WhatsappCard {
  readonly media: WhatsappMedia
  readonly text?: string
  readonly buttons: readonly WhatsappButton[]
}

/** A button with the value that it takes in a message. */
export interface RenderedButton {
  /** Its position among the buttons, from 0. */
  readonly index: number
  readonly type: 'quick_reply' | 'url' | 'copy_code' | 'otp'
  readonly value: string
}

/** A card with its values. */
export interface RenderedCard {
  readonly media: WhatsappMedia
  readonly bodyParameters: readonly string[]
  /** The names of these values; absent if the vendor's template counts its variables. */
  readonly parameterNames?: readonly string[]
  /** The buttons that take a value. */
  readonly buttons: readonly RenderedButton[]
}
