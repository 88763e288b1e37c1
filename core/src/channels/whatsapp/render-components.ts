import { present } from '../../kernel/present.js'
import { fill, parseText, type Values, valueOf, variableNames } from '../../kernel/texts/placeholders.js'
import type {
  RenderedButton,
  RenderedCard,
  WhatsappButton,
  WhatsappCard,
  WhatsappLocation,
  WhatsappMedia,
} from './whatsapp-components.js'
import type { WhatsappForms } from './whatsapp-forms.js'

type Rendered = Pick<WhatsappForms['rendered'], 'media' | 'location' | 'buttons' | 'cards'>

/** Fills the placeholders of a prepared text. */
type Filled<T> = (values: Values) => T

const textOf = (text: string): Filled<string> => {
  const parsed = parseText(text)
  return (values) => fill(parsed, values)
}

const mediaOf = ({ type, link, filename }: WhatsappMedia): Filled<WhatsappMedia> => {
  const [fillLink, fillName] = [textOf(link), filename === undefined ? undefined : textOf(filename)]
  return (values) => ({ type, link: fillLink(values), ...present({ filename: fillName?.(values) }) })
}

const locationOf = (location: WhatsappLocation): Filled<WhatsappLocation> => {
  const [latitude, longitude, name, address] = [
    textOf(location.latitude),
    textOf(location.longitude),
    textOf(location.name),
    textOf(location.address),
  ]
  return (values) => ({
    latitude: latitude(values),
    longitude: longitude(values),
    name: name(values),
    address: address(values),
  })
}

/** The value of a button; undefined if it takes none in a message. */
const valueIn = (
  { type, url = '', payload, code = '' }: WhatsappButton,
  body: readonly string[],
): Filled<string> | undefined => {
  if (type === 'url') {
    const [name] = variableNames(parseText(url))
    return name === undefined ? undefined : (values) => valueOf(values, name)
  }
  if (type === 'quick_reply') return payload === undefined ? undefined : textOf(payload)
  if (type === 'copy_code') return textOf(code)
  if (type === 'otp') return (values) => valueOf(values, body[0] ?? '')
  return undefined
}

const buttonsOf = (
  buttons: readonly WhatsappButton[],
  body: readonly string[],
): Filled<readonly RenderedButton[]> => {
  const taking = buttons.flatMap((button, index) => {
    const value = valueIn(button, body)
    return value === undefined || button.type === 'phone_number' ? [] : [{ index, type: button.type, value }]
  })
  return (values) => taking.map(({ index, type, value }) => ({ index, type, value: value(values) }))
}

const cardOf = ({ media, text = '', buttons }: WhatsappCard, isNamed: boolean): Filled<RenderedCard> => {
  const names = variableNames(parseText(text))
  const [fillMedia, fillButtons] = [mediaOf(media), buttonsOf(buttons, names)]
  return (values) => ({
    media: fillMedia(values),
    bodyParameters: names.map((name) => valueOf(values, name)),
    ...(isNamed ? { parameterNames: names } : {}),
    buttons: fillButtons(values),
  })
}

/** Prepares the components besides header, text and footer; absent ones stay absent. */
export const compileComponents = (
  { text, media, location, buttons, cards }: WhatsappForms['draft'],
  isNamed: boolean,
): Filled<Rendered> => {
  const fillMedia = media === undefined ? undefined : mediaOf(media)
  const fillLocation = location === undefined ? undefined : locationOf(location)
  const fillButtons = buttons === undefined ? undefined : buttonsOf(buttons, variableNames(parseText(text)))
  const fillCards = cards?.map((card) => cardOf(card, isNamed))
  return (values) =>
    present({
      media: fillMedia?.(values),
      location: fillLocation?.(values),
      buttons: fillButtons?.(values),
      cards: fillCards?.map((one) => one(values)),
    })
}

const mediaLine = ({ type, link, filename }: WhatsappMedia): string =>
  filename === undefined ? `[${type}] ${link}` : `[${type} ${filename}] ${link}`

const buttonLine = ({ type, text = '', url, phoneNumber, code }: WhatsappButton): string =>
  [`[${text === '' ? type.replaceAll('_', ' ') : text}]`, url ?? phoneNumber ?? code]
    .filter((part) => part !== undefined)
    .join(' ')

/** The components above a text as lines with placeholders, for readers of the whole text. */
export const linesAbove = ({ header, media, location }: WhatsappForms['draft']): readonly string[] => [
  ...(header === undefined ? [] : [header]),
  ...(media === undefined ? [] : [mediaLine(media)]),
  ...(location === undefined
    ? []
    : [`[location] ${location.name}, ${location.address} (${location.latitude}, ${location.longitude})`]),
]

/** The components below a text as lines with placeholders. */
export const linesBelow = ({
  footer,
  buttons = [],
  cards = [],
}: WhatsappForms['draft']): readonly string[] => [
  ...(footer === undefined ? [] : [footer]),
  ...buttons.map(buttonLine),
  ...cards.flatMap(({ media, text, buttons: own }) => [
    mediaLine(media),
    ...(text === undefined ? [] : [text]),
    ...own.map(buttonLine),
  ]),
]
