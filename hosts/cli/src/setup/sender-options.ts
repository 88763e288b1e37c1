import { Option } from 'commander'
import { type Channel, CHANNEL_NAMES, CHANNELS } from '@postrider/core/channels/channels'
import type { SetUpAnswers } from './answers.js'

/** The channels in the order of the questions: those without telephone numbers come first. */
export const PROMPTED_CHANNELS: readonly Channel[] = [false, true].flatMap((isNumber) =>
  CHANNEL_NAMES.filter((channel) => CHANNELS[channel].recipient.isNumber === isNumber),
)

/** The option for the sender of the channel. */
export const senderOption = (channel: Channel): Option => {
  const { option, placeholder, about } = CHANNELS[channel].firstSteps.sender
  return new Option(`--${option} <${placeholder}>`, about)
}

/** The values of those options. */
export const sendersIn = (options: object): SetUpAnswers => {
  const given = new Map<string, string>(Object.entries(options))
  return Object.fromEntries(
    CHANNEL_NAMES.map((channel) => [`sender:${channel}`, given.get(senderOption(channel).attributeName())]),
  )
}
