/** The names of channels. A new channel is shown by its identifier. */
const WORDS = new Map([
  ['sms', 'SMS'],
  ['whatsapp', 'WhatsApp'],
  ['email', 'Email'],
])

/** The name of a channel. */
export const channelWord = (channel: string): string => WORDS.get(channel) ?? channel
