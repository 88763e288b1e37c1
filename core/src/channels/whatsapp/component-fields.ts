import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import type { closed } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { BUTTON_TYPES, MEDIA_TYPES, OTP_TYPES } from './whatsapp-components.js'

/** The vendor's limits for the parts of components, in code points. */
export const COMPONENT_LENGTHS = {
  link: 2_000,
  filename: 240,
  place: 1_000,
  label: 25,
  payload: 128,
  code: 64,
  card: 160,
} as const

const MOST_BUTTONS = 10
const LEAST_CARDS = 2
const MOST_CARDS = 10

/** A text of one line; whether it is empty or too long is linted together with its placeholders. */
const line = (maxLength: number, description: string, example: string) =>
  text({ maxLength, oneLine: true, description, example })

const { link, filename, place, label, payload, code, card } = COMPONENT_LENGTHS

const mediaFields = {
  type: literalUnion(MEDIA_TYPES, { description: 'Kind of file. Cards allow `image` and `video`.' }),
  link: line(
    link,
    'Link from which WhatsApp loads the file: an `https://` link whose end may have variables, or one variable.',
    '{{invoice}}',
  ),
} as const

const locationFields = {
  latitude: line(link, 'Latitude in degrees: a number or one variable.', '{{latitude}}'),
  longitude: line(link, 'Longitude in degrees: a number or one variable.', '{{longitude}}'),
  name: line(place, 'Name of the place.', '{{shop}}'),
  address: line(place, 'Address of the place.', '{{address}}'),
} as const

const buttonParts = {
  text: line(
    label,
    'Label, without variables; not for `copy_code` and `otp`, which WhatsApp labels.',
    'Track the parcel',
  ),
  url: line(link, '`url`: the link. It can end with one variable.', 'https://shop.example/orders/{{order}}'),
  phoneNumber: text({
    pattern: /^\+[1-9][0-9]{2,18}$/,
    description: '`phone_number`: the number that the button calls.',
    example: '+4930901820',
  }),
  payload: line(
    payload,
    '`quick_reply`: text that comes back when the button is pressed: fixed, or one variable. Default: its label.',
    'reschedule',
  ),
  code: line(code, '`copy_code`: the code to copy: fixed, or one variable.', '{{coupon}}'),
  otpType: literalUnion(OTP_TYPES, {
    description: '`otp`: how the button passes on the code, as in the template at WhatsApp.',
  }),
} as const

/** The schemas of a WhatsApp text's components, built with the given object codec. */
export const componentFields = (shape: typeof closed) => {
  const media = (description: string) =>
    shape(
      mediaFields,
      { filename: line(filename, '`document`: name of the file that recipients see.', '{{number}}.pdf') },
      { description },
    )
  const button = shape(
    { type: literalUnion(BUTTON_TYPES, { description: 'Kind of button.' }) },
    buttonParts,
    {},
  )
  const cardShape = shape(
    {
      media: media('Image or video of the card.'),
      buttons: list(button, { minItems: 1, maxItems: 2, description: 'Buttons of the card.' }),
    },
    { text: text({ maxLength: card, description: 'Text of the card.', example: '{{product}}' }) },
    {},
  )
  return {
    media: media('WhatsApp: a file above the text, instead of `header`.'),
    location: shape(
      locationFields,
      {},
      { description: 'WhatsApp: a place on the map above the text, instead of `header`.' },
    ),
    buttons: list(button, {
      minItems: 1,
      maxItems: MOST_BUTTONS,
      description: 'WhatsApp: buttons below the text.',
    }),
    cards: list(cardShape, {
      minItems: LEAST_CARDS,
      maxItems: MOST_CARDS,
      description: 'WhatsApp: cards of a carousel, which all have the same components.',
    }),
  } as const
}
