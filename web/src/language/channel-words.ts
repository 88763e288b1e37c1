/** What a channel is called; one that is new is called by its name. */
const WORDS = new Map([
  ['sms', 'SMS'],
  ['whatsapp', 'WhatsApp'],
  ['email', 'Email'],
])

/** The channel in words. */
export const channelWord = (channel: string): string => WORDS.get(channel) ?? channel
