/** The names of channels. A new channel is shown by its identifier. */
const WORDS = new Map([
  ['sms', 'SMS'],
  ['whatsapp', 'WhatsApp'],
  ['email', 'Email'],
])

/** The name of a channel. */
export const channelWord = (channel: string): string => WORDS.get(channel) ?? channel

/** The names of the vendor's categories of texts. */
const CATEGORIES = new Map([
  ['marketing', 'marketing'],
  ['utility', 'utility'],
  ['authentication', 'authentication'],
])

/** What a price is for: the channel, and the vendor's category if it is for one. */
export const pricedWord = ({
  channel,
  category,
}: {
  channel: string
  category?: string | undefined
}): string =>
  category === undefined
    ? channelWord(channel)
    : `${channelWord(channel)}, ${CATEGORIES.get(category) ?? category}`
