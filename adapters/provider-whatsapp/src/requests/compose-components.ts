import type { RenderedContent } from '@postrider/core/channels/channels'

/** The content of a WhatsApp message with its values. */
type Content = RenderedContent<'whatsapp'>
type Media = NonNullable<Content['media']>
type Location = NonNullable<Content['location']>
type Button = NonNullable<Content['buttons']>[number]
type Card = NonNullable<Content['cards']>[number]

/** A component of a template message in the Cloud API's format. */
export type Component = Readonly<Record<string, unknown>>

const textParameters = (texts: readonly string[], names: readonly string[] | undefined) =>
  texts.map((text, at) => {
    const name = names?.[at]
    return name === undefined ? { type: 'text', text } : { type: 'text', parameter_name: name, text }
  })

const textComponent = (
  type: 'header' | 'body',
  texts: readonly string[],
  names: readonly string[] | undefined,
): readonly Component[] => (texts.length === 0 ? [] : [{ type, parameters: textParameters(texts, names) }])

const mediaHeader = ({ type, link, filename }: Media): Component => ({
  type: 'header',
  parameters: [{ type, [type]: filename === undefined ? { link } : { link, filename } }],
})

const locationHeader = ({ latitude, longitude, name, address }: Location): Component => ({
  type: 'header',
  parameters: [{ type: 'location', location: { latitude, longitude, name, address } }],
})

/** The vendor's kind of button, and the parameter that takes the value. */
const BUTTONS = {
  quick_reply: { subType: 'quick_reply', parameter: (payload: string) => ({ type: 'payload', payload }) },
  url: { subType: 'url', parameter: (text: string) => ({ type: 'text', text }) },
  copy_code: {
    subType: 'copy_code',
    parameter: (coupon: string) => ({ type: 'coupon_code', coupon_code: coupon }),
  },
  // The button of a template in the vendor's category "authentication" takes the OTP as a link does.
  otp: { subType: 'url', parameter: (text: string) => ({ type: 'text', text }) },
} as const

const buttonComponent = ({ index, type, value }: Button): Component => {
  const { subType, parameter } = BUTTONS[type]
  return { type: 'button', sub_type: subType, index: String(index), parameters: [parameter(value)] }
}

const cardComponent = ({ media, bodyParameters, parameterNames, buttons }: Card, at: number): Component => ({
  card_index: at,
  components: [
    mediaHeader(media),
    ...textComponent('body', bodyParameters, parameterNames),
    ...buttons.map(buttonComponent),
  ],
})

/**
 * The components of a message: only those that take values, in the vendor's order. A text without declared
 * buttons gets the button of an OTP if `otp` is given.
 */
export const componentsOf = (content: Content, otp: string | undefined): readonly Component[] => {
  const { headerParameters, bodyParameters, parameterNames, media, location, cards } = content
  const buttons: readonly Button[] =
    content.buttons ?? (otp === undefined ? [] : [{ index: 0, type: 'otp', value: otp }])
  return [
    ...textComponent('header', headerParameters, parameterNames?.header),
    ...(media === undefined ? [] : [mediaHeader(media)]),
    ...(location === undefined ? [] : [locationHeader(location)]),
    ...textComponent('body', bodyParameters, parameterNames?.body),
    ...buttons.map(buttonComponent),
    ...(cards === undefined ? [] : [{ type: 'carousel', cards: cards.map(cardComponent) }]),
  ]
}

const mediaValues = ({ link, filename }: Media): readonly string[] =>
  filename === undefined ? [link] : [link, filename]

const placeValues = ({ latitude, longitude, name, address }: Location): readonly string[] => [
  latitude,
  longitude,
  name,
  address,
]

/** All values of a message, which must not be shown. */
export const valuesOf = (content: Content): readonly string[] => {
  const { headerParameters, bodyParameters, media, location, buttons = [], cards = [] } = content
  return [
    ...headerParameters,
    ...bodyParameters,
    ...(media === undefined ? [] : mediaValues(media)),
    ...(location === undefined ? [] : placeValues(location)),
    ...buttons.map(({ value }) => value),
    ...cards.flatMap((card) => [
      ...mediaValues(card.media),
      ...card.bodyParameters,
      ...card.buttons.map(({ value }) => value),
    ]),
  ]
}
