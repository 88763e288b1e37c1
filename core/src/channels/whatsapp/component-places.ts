import { parseText, variableNames } from '../../kernel/texts/placeholders.js'
import { partOf } from '../content-part.js'
import type { ContentPart, PlaceForms, ValueForm } from '../kind.js'
import { COMPONENT_LENGTHS } from './component-fields.js'
import type { WhatsappButton, WhatsappLocation, WhatsappMedia } from './whatsapp-components.js'
import type { WhatsappForms } from './whatsapp-forms.js'

type Draft = WhatsappForms['draft']

const { link, filename, place, label, payload, code, card } = COMPONENT_LENGTHS

/** Its host has to be followed by the end or by a character that ends a host. */
const HTTPS_LINK = /^https:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:[/?#]\S*)?$/

const HTTPS: ValueForm = {
  fits: (value) => HTTPS_LINK.test(value),
  message: 'The value must be a link that starts with https://.',
}

const PIECE_OF_LINK: ValueForm = {
  fits: (value) => /^\S+$/.test(value),
  message: 'The value is part of a link and may hold no spaces.',
}

/** A number of degrees between `-most` and `most`. */
const degrees = (most: number): ValueForm => ({
  fits: (value) => /^-?\d{1,3}(?:\.\d{1,15})?$/.test(value) && Math.abs(Number(value)) <= most,
  message: `The value must be a number of degrees between -${most} and ${most}.`,
})

const LATITUDE = degrees(90)
const LONGITUDE = degrees(180)

const longest = (most: number): ValueForm => ({
  fits: (value) => [...value].length <= most,
  message: `The value may have at most ${most} characters here.`,
})

/** The vendor refuses longer codes. */
const COUPON = longest(15)
const PAYLOAD = longest(payload)

/** A place of a component, and the form of what fills it. */
export interface ComponentPlace extends ContentPart {
  /** The form of the whole text in the place. */
  readonly whole?: ValueForm
  /** The form of a value in the middle of a text; absent if the place takes only one variable as a whole. */
  readonly piece?: ValueForm
  readonly takesVariables: boolean
}

type Rules = Pick<ComponentPlace, 'takesVariables'> & Pick<Partial<ComponentPlace>, 'whole' | 'piece'>

const ANY: Rules = { takesVariables: true }

const placeOf = (
  path: string,
  text: string | undefined,
  maxLength: number,
  rules: Rules = ANY,
): readonly ComponentPlace[] => partOf(path, text, maxLength, true).map((part) => ({ ...part, ...rules }))

const LINK: Rules = { takesVariables: true, whole: HTTPS, piece: PIECE_OF_LINK }

const mediaPlaces = (path: string, media: WhatsappMedia | undefined): readonly ComponentPlace[] =>
  media === undefined
    ? []
    : [
        ...placeOf(`${path}/link`, media.link, link, LINK),
        ...placeOf(`${path}/filename`, media.filename, filename),
      ]

const locationPlaces = (location: WhatsappLocation | undefined): readonly ComponentPlace[] => {
  if (location === undefined) return []
  const { latitude, longitude, name, address } = location
  return [
    ...placeOf('location/latitude', latitude, link, { takesVariables: true, whole: LATITUDE }),
    ...placeOf('location/longitude', longitude, link, { takesVariables: true, whole: LONGITUDE }),
    ...placeOf('location/name', name, place),
    ...placeOf('location/address', address, place),
  ]
}

const buttonPlaces = (
  path: string,
  { text, url, payload: answer, code: copied }: WhatsappButton,
): readonly ComponentPlace[] => [
  ...placeOf(`${path}/text`, text, label, { takesVariables: false }),
  ...placeOf(`${path}/url`, url, link, { takesVariables: true, whole: HTTPS, piece: PIECE_OF_LINK }),
  ...placeOf(`${path}/payload`, answer, payload, { takesVariables: true, whole: PAYLOAD }),
  ...placeOf(`${path}/code`, copied, code, { takesVariables: true, whole: COUPON }),
]

const allButtons = (path: string, buttons: readonly WhatsappButton[] = []) =>
  buttons.flatMap((button, at) => buttonPlaces(`${path}buttons/${at}`, button))

/** The places above the text. */
export const placesAbove = ({ media, location }: Draft): readonly ComponentPlace[] => [
  ...mediaPlaces('media', media),
  ...locationPlaces(location),
]

/** The places below the text, in the order in which recipients read them. */
export const placesBelow = ({ buttons, cards = [] }: Draft): readonly ComponentPlace[] => [
  ...allButtons('', buttons),
  ...cards.flatMap(({ media, text, buttons: own }, at) => [
    ...mediaPlaces(`cards/${at}/media`, media),
    ...partOf(`cards/${at}/text`, text, card).map((part) => ({ ...part, ...ANY })),
    ...allButtons(`cards/${at}/`, own),
  ]),
]

/** Whether a text is exactly one variable. */
export const isOneVariable = (text: string): boolean => {
  const [before, name, after, ...more] = parseText(text)
  return name !== undefined && before === '' && after === '' && more.length === 0
}

/** The forms that the places require from the values of their variables; undefined if none requires one. */
export const formsOfPlaces = (places: readonly ComponentPlace[]): PlaceForms | undefined => {
  const forms = new Map<string, readonly ValueForm[]>()
  for (const { text, whole, piece } of places) {
    const form = isOneVariable(text) ? whole : piece
    if (form === undefined) continue
    for (const name of variableNames(parseText(text))) forms.set(name, [...(forms.get(name) ?? []), form])
  }
  return forms.size === 0 ? undefined : forms
}
