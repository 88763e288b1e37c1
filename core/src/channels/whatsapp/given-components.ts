import type { WellShaped } from '../../kernel/codecs/well-shaped.js'
import { present } from '../../kernel/present.js'
import type { WhatsappButton, WhatsappCard, WhatsappLocation, WhatsappMedia } from './whatsapp-components.js'

/** The media of a request; missing parts are empty. */
export const mediaIn = ({
  type = 'image',
  link = '',
  filename,
}: WellShaped<WhatsappMedia>): WhatsappMedia => ({
  type,
  link,
  ...present({ filename }),
})

/** The location of a request; missing parts are empty. */
export const locationIn = ({
  latitude = '',
  longitude = '',
  name = '',
  address = '',
}: WellShaped<WhatsappLocation>): WhatsappLocation => ({ latitude, longitude, name, address })

const buttonIn = (given: WellShaped<WhatsappButton> | undefined): WhatsappButton => {
  const { type = 'quick_reply', text, url, phoneNumber, payload, code, otpType } = given ?? {}
  return { type, ...present({ text, url, phoneNumber, payload, code, otpType }) }
}

/** The buttons of a request. A missing one keeps its place, so that the others keep their positions. */
export const buttonsIn = (
  given: WellShaped<readonly WhatsappButton[]> | undefined,
): readonly WhatsappButton[] => (given ?? []).map(buttonIn)

const cardIn = (given: WellShaped<WhatsappCard> | undefined): WhatsappCard => ({
  media: mediaIn(given?.media ?? {}),
  ...present({ text: given?.text }),
  buttons: buttonsIn(given?.buttons),
})

/** The cards of a request. A missing one keeps its place. */
export const cardsIn = (given: WellShaped<readonly WhatsappCard[]>): readonly WhatsappCard[] =>
  given.map(cardIn)
