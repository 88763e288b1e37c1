import type { ResultOf } from '@postrider/core/assembly/registry'

type Content = ResultOf<'getCustomerTemplateDraft'>['draft']['content']

/** The field values of a button; parts of other types stay until it is sent. */
export interface WrittenButton {
  readonly type: string
  readonly text: string
  readonly url: string
  readonly phoneNumber: string
  readonly payload: string
  readonly code: string
  readonly otpType: string
}

/** The field values of a card. */
export interface WrittenCard {
  readonly type: string
  readonly link: string
  readonly text: string
  readonly buttons: readonly WrittenButton[]
}

/** The field values of a WhatsApp text's components besides header, text and footer. */
export interface WrittenComponents {
  /** What is above the text: `none`, `line`, `location`, or the type of a file. */
  readonly above: string
  readonly link: string
  readonly filename: string
  readonly latitude: string
  readonly longitude: string
  readonly name: string
  readonly address: string
  readonly buttons: readonly WrittenButton[]
  readonly cards: readonly WrittenCard[]
}

export const EMPTY_COMPONENTS: WrittenComponents = {
  above: 'none',
  link: '',
  filename: '',
  latitude: '',
  longitude: '',
  name: '',
  address: '',
  buttons: [],
  cards: [],
}

/** An empty button of a type. */
export const emptyButton = (type: string): WrittenButton => ({
  type,
  text: '',
  url: '',
  phoneNumber: '',
  payload: '',
  code: '',
  otpType: 'copy_code',
})

/** A new card with the components of the given one, because all cards have the same. */
export const emptyCard = (like: WrittenCard | undefined): WrittenCard => ({
  type: like?.type ?? 'image',
  link: '',
  text: '',
  buttons: (like?.buttons ?? [emptyButton('quick_reply')]).map(({ type }) => emptyButton(type)),
})

type Button = NonNullable<Content['buttons']>[number]

const buttonFrom = ({ type, text, url, phoneNumber, payload, code, otpType }: Button): WrittenButton => ({
  type,
  text: text ?? '',
  url: url ?? '',
  phoneNumber: phoneNumber ?? '',
  payload: payload ?? '',
  code: code ?? '',
  otpType: otpType ?? 'copy_code',
})

const aboveIn = ({ header, media, location }: Content): string => {
  if (header !== undefined) return 'line'
  return location === undefined ? (media?.type ?? 'none') : 'location'
}

/** The field values of a saved content. */
export const componentsFrom = (content: Content): WrittenComponents => ({
  above: aboveIn(content),
  link: content.media?.link ?? '',
  filename: content.media?.filename ?? '',
  latitude: content.location?.latitude ?? '',
  longitude: content.location?.longitude ?? '',
  name: content.location?.name ?? '',
  address: content.location?.address ?? '',
  buttons: (content.buttons ?? []).map(buttonFrom),
  cards: (content.cards ?? []).map(({ media, text, buttons }) => ({
    type: media.type,
    link: media.link,
    text: text ?? '',
    buttons: buttons.map(buttonFrom),
  })),
})

/** The parts that a button of each type has, and whether they are optional. */
export const BUTTON_PARTS: Readonly<
  Record<string, ReadonlyArray<readonly [part: Exclude<keyof WrittenButton, 'type'>, isOptional: boolean]>>
> = {
  quick_reply: [
    ['text', false],
    ['payload', true],
  ],
  url: [
    ['text', false],
    ['url', false],
  ],
  phone_number: [
    ['text', false],
    ['phoneNumber', false],
  ],
  copy_code: [['code', false]],
  otp: [['otpType', false]],
}

const buttonBody = (button: WrittenButton) => ({
  type: button.type,
  ...Object.fromEntries(
    (BUTTON_PARTS[button.type] ?? []).flatMap(([part, isOptional]) =>
      isOptional && button[part] === '' ? [] : [[part, button[part]]],
    ),
  ),
})

const MEDIA: ReadonlySet<string> = new Set(['image', 'video', 'document'])

/** The components in a request to save the text; absent ones are left out. */
export const componentsBody = (written: WrittenComponents): object => {
  const { above, link, filename, latitude, longitude, name, address, buttons, cards } = written
  const named = above === 'document' && filename !== '' ? { filename } : {}
  return {
    ...(MEDIA.has(above) ? { media: { type: above, link, ...named } } : {}),
    ...(above === 'location' ? { location: { latitude, longitude, name, address } } : {}),
    ...(buttons.length === 0 ? {} : { buttons: buttons.map(buttonBody) }),
    ...(cards.length === 0
      ? {}
      : {
          cards: cards.map((card) => ({
            media: { type: card.type, link: card.link },
            ...(card.text === '' ? {} : { text: card.text }),
            buttons: card.buttons.map(buttonBody),
          })),
        }),
  }
}
